import { type RawBuilder, sql } from "kysely";
import type { PushDevice } from "@parlance/contract/nouns/push-devices.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { deviceStatus } from "./events.ts";
import type { PushStatus } from "./relay/delivery-report.ts";

/** A phone that is registered at the relay. */
export interface ActiveDevice {
  readonly user_id: number;
  /** A 64-bit number as text; see account-id.ts. */
  readonly push_account_id: string;
  readonly token_kind: "apns" | "fcm";
  readonly push_public_key: string;
  readonly relay_device_id: number;
}

/** Loads the state of each of a user's phone registrations. */
export async function loadPushDevices(db: Reader, userId: number): Promise<Record<string, PushDevice>> {
  const rows = await db
    .selectFrom("push_device")
    .select([sql<string>`push_account_id::text`.as("account"), "error_code", "relay_device_id"])
    .where("user_id", "=", userId)
    .orderBy("push_account_id")
    .execute();
  return Object.fromEntries(
    rows.map((row) => [row.account, { status: deviceStatus(row), error_code: row.error_code }] as const),
  );
}

/** Loads users' phones that can receive encrypted notifications. With `accountId`, only the phone with this id. */
export async function loadActiveDevices(
  db: Reader,
  userIds: readonly number[],
  accountId?: string,
): Promise<ActiveDevice[]> {
  const { rows } = await sql<ActiveDevice>`
    select user_id, push_account_id::text, token_kind, push_public_key, relay_device_id from push_device
    where user_id = any(${userIds}::int[]) and relay_device_id is not null and error_code is null
      and (${accountId ?? null}::bigint is null or push_account_id = ${accountId ?? null}::bigint)
    order by user_id, push_account_id`.execute(db);
  return rows;
}

/**
 * SQL for the hash by which tokens are unique, the same as in the table's index. Backslashes are doubled, because a
 * conversion to bytea would interpret single ones.
 */
export const tokenHashInSql = (token: RawBuilder<string>) =>
  sql<Buffer>`sha256(replace(${token}, '\\', '\\\\')::bytea)`;

/** A phone that receives unencrypted notifications. */
export interface UnencryptedDevice {
  readonly user_id: number;
  readonly token_kind: "apns" | "fcm";
  readonly token: string;
  readonly app_id: string | null;
}

/** A phone that is registered for unencrypted notifications. */
export interface RegisteredPhone extends UnencryptedDevice {
  readonly by_stock_client: boolean;
}

/** Loads a user's phones without encryption keys. With `token`, only the phone with this token. */
export async function loadUnencryptedDevices(db: Reader, userId: number, token?: string): Promise<RegisteredPhone[]> {
  const { rows } = await sql<RegisteredPhone>`
    select user_id, token_kind, token, app_id, by_stock_client from push_token
    where user_id = ${userId} and (${token ?? null}::text is null or token = ${token ?? null})
    order by created_at, token_kind, token`.execute(db);
  return rows;
}

/** Loads the relay's latest status for an organization. */
export async function loadPushStatus(db: Reader, realmId: number): Promise<PushStatus> {
  const { rows } = await sql<PushStatus>`
    select can_push as "canPush", ends_at as "endsAt" from push_status where realm_id = ${realmId}`.execute(db);
  return rows[0] ?? ASSUMED_PUSH_STATUS;
}

/** The assumed status until the relay has reported one. */
export const ASSUMED_PUSH_STATUS: PushStatus = { canPush: true, endsAt: null };
