import type { Sql } from "../database.ts";
import type { PlainUser } from "../plain-devices.ts";
import { hashToken, type TokenKind } from "../push-tokens.ts";

interface TokenSelection {
  readonly kind: TokenKind;
  readonly tokens: readonly string[];
}

/**
 * Deletes all or some of a user's phones that receive unencrypted notifications. Returns the number of deleted phones.
 */
export async function deleteTokens(
  sql: Sql,
  { realmId, userUuid }: PlainUser,
  which?: TokenSelection,
): Promise<number> {
  const { rowCount } = await sql.query(
    `delete from plain_device where realm_id = $1 and user_uuid = $2
       and ($3::text is null or (token_kind = $3 and token_hash = any($4::bytea[])))`,
    [realmId, userUuid, which?.kind ?? null, which?.tokens.map(hashToken) ?? []],
  );
  return rowCount ?? 0;
}
