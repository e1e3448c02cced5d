import type { Sql } from "../database.ts";
import { TooManyDevices } from "../errors.ts";
import type { Registration } from "../sealed-registration.ts";
import { hashToken } from "../push-tokens.ts";

type DeviceRegistration = Registration & {
  readonly realmId: number;
  readonly accountId: string;
  /** Whether the maximum number of phones is reached, so that no phone may be added. */
  readonly isFull: boolean;
};

/**
 * Stores a phone, or reactivates an expired one. Returns its id, which does not change.
 * @throws TooManyDevices
 */
export async function storeDevice(
  sql: Sql,
  { realmId, accountId, token, token_kind, ios_app_id, isFull }: DeviceRegistration,
): Promise<number> {
  const { rows } = await sql.query<{ id: number }>(
    isFull
      ? `update device set expired_at = null, ios_app_id = $6
         where realm_id = $1 and push_account_id = $2::bigint and token = $3 and token_hash = $4 and token_kind = $5
         returning id`
      : `insert into device (realm_id, push_account_id, token, token_hash, token_kind, ios_app_id)
         values ($1, $2::bigint, $3, $4, $5, $6)
         on conflict (realm_id, push_account_id, token_kind, token_hash)
           do update set expired_at = null, ios_app_id = excluded.ios_app_id
         returning id`,
    [realmId, accountId, token, hashToken(token), token_kind, ios_app_id ?? null],
  );
  if (!rows[0]) throw new TooManyDevices();
  return rows[0].id;
}
