import type { Sql } from "../database.ts";
import { TooManyDevices } from "../errors.ts";
import type { PlainUser } from "../plain-devices.ts";
import { hashToken, type TokenKind } from "../push-tokens.ts";

interface TokenRegistration extends PlainUser {
  readonly token: string;
  readonly kind: TokenKind;
  /** Id of the app, which Apple's push service requires. */
  readonly topic: string | undefined;
  /** Whether the maximum number of phones is reached, so that no phone may be added. */
  readonly isFull: boolean;
}

/**
 * Stores a phone with unencrypted notifications.
 * @throws TooManyDevices
 */
export async function storeToken(
  sql: Sql,
  { realmId, userUuid, token, kind, topic, isFull }: TokenRegistration,
): Promise<void> {
  const { rowCount } = await sql.query(
    isFull
      ? `update plain_device set ios_app_id = $6
         where realm_id = $1 and user_uuid = $2 and token = $3 and token_hash = $4 and token_kind = $5`
      : `insert into plain_device (realm_id, user_uuid, token, token_hash, token_kind, ios_app_id)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (realm_id, user_uuid, token_kind, token_hash) do update set ios_app_id = excluded.ios_app_id`,
    [realmId, userUuid, token, hashToken(token), kind, topic ?? null],
  );
  if (rowCount === 0) throw new TooManyDevices();
}
