import type { Sql } from "./database.ts";
import type { PushNotification } from "./notification-delivery.ts";
import { jsonValueText } from "@parlance/kernel/base/lossless-json.ts";
import { hashToken, type TokenKind } from "./push-tokens.ts";

/** A user with phones that receive unencrypted notifications. */
export interface PlainUser {
  readonly realmId: number;
  readonly userUuid: string;
}

/** A phone of such a user. */
export interface PlainDevice {
  readonly token: string;
  readonly token_kind: TokenKind;
  readonly ios_app_id: string | null;
}

/** Maximum number of phones to which a notification is sent. If a user has more, the newest ones are used. */
const MAX_DEVICES_PER_USER = 1000;

/** Loads the phones of a user, newest first, or only the phone with the given token. */
export async function loadPlainDevices(
  sql: Sql,
  { realmId, userUuid }: PlainUser,
  one?: { readonly kind: TokenKind; readonly token: string },
): Promise<readonly PlainDevice[]> {
  const { rows } = await sql.query<PlainDevice>(
    `select token, token_kind, ios_app_id from plain_device where realm_id = $1 and user_uuid = $2
       and ($3::text is null or (token_kind = $3 and token_hash = $4))
     order by id desc limit ${MAX_DEVICES_PER_USER}`,
    [realmId, userUuid, one?.kind ?? null, one ? hashToken(one.token) : null],
  );
  return rows;
}

type Payload = Readonly<Record<string, unknown>>;

/** The payloads of a notification for Apple's and for Google's service. */
export interface PlainPayloads {
  readonly apple: Payload;
  readonly google: Payload;
  readonly googlePriority: "high" | "normal";
  readonly appleCollapseId?: string | undefined;
}

/**
 * Builds the notification for a phone. On Apple's phones, a notification without visible content is delivered in the
 * background.
 */
export function plainNotification(
  { token, token_kind: kind, ios_app_id }: PlainDevice,
  payloads: PlainPayloads,
): PushNotification {
  const { apple, google, googlePriority, appleCollapseId: collapseId } = payloads;
  if (kind === "fcm") {
    const data = Object.fromEntries(Object.entries(google).map(([name, value]) => [name, jsonValueText(value)]));
    return { kind, notification: { token, priority: googlePriority, data } };
  }
  const { alert } = (apple["aps"] ?? {}) as Payload;
  const urgency = alert === undefined ? ({ priority: 5, pushType: "background" } as const) : ALERT;
  return {
    kind,
    notification: { token, topic: ios_app_id ?? "", ...urgency, collapseId, payload: JSON.stringify(apple) },
  };
}

const ALERT = { priority: 10, pushType: "alert" } as const;
