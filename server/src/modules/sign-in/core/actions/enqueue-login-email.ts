import type { Tx } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { enqueueEmail } from "#modules/platform/email/actions/enqueue-email.ts";
import { changeableSettings } from "#modules/users/core/settings/user-settings.ts";
import { clientName } from "../client-name.ts";
import { newLoginEmail } from "../emails.ts";

/** Age up to which an account gets no emails about its logins, in milliseconds. */
const MIN_ACCOUNT_AGE_MS = 60_000;

/** Client and method of a login. */
export interface LoginOrigin {
  readonly ip: string;
  readonly userAgent: string;
  /**
   * Display name of the identity provider or site that authenticated the user; undefined if the user entered a password
   * or used a passkey.
   */
  readonly through?: string | undefined;
  /** Whether the user logged in with a passkey alone. Default: false. */
  readonly isByPasskey?: boolean;
}

interface Login {
  readonly realm: Pick<RealmContext, "id" | "url">;
  readonly userId: number;
  readonly origin: LoginOrigin;
  readonly now: Date;
}

/**
 * Notifies the owner of an account by email about a login, unless the account was just created or the owner has turned
 * these emails off.
 */
export async function enqueueLoginEmail(tx: Tx, { realm, userId, origin, now }: Login): Promise<void> {
  const account = await tx
    .selectFrom("account")
    .innerJoin("realm", "realm.id", "account.realm_id")
    .select(["account.delivery_email", "account.full_name", "account.timezone", "account.settings", "realm.name"])
    .select("account.date_joined")
    .where("account.id", "=", userId)
    .executeTakeFirstOrThrow();
  if (now.getTime() - account.date_joined.getTime() <= MIN_ACCOUNT_AGE_MS) return;
  if (!changeableSettings(account).enable_login_emails) return;
  const { delivery_email: email, full_name: fullName } = account;
  const loginEmail = newLoginEmail({
    realm: { ...realm, name: account.name },
    fullName,
    email,
    time: formatLoginTime(now, account.timezone),
    client: clientName(origin.userAgent),
    ip: origin.ip,
    through: origin.through,
    isByPasskey: origin.isByPasskey ?? false,
  });
  await enqueueEmail(tx, { realm, to: { address: email, name: fullName }, email: loginEmail, now });
}

/** Formats a time in the account's time zone. Without a time zone, uses UTC. */
function formatLoginTime(now: Date, timezone: string): string {
  const style = { dateStyle: "full", timeStyle: "long" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...style, timeZone: timezone || "UTC" }).format(now);
}
