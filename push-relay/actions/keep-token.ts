import type { Sql } from "../database.ts";
import type { PlainUser } from "../plain-devices.ts";
import { hashOf, type TokenKind } from "../tokens.ts";

interface KeptToken extends PlainUser {
  readonly token: string;
  readonly kind: TokenKind;
  /** The app, of Apple's phones. */
  readonly topic: string | undefined;
}

/** Writes down a phone whose notices are not encrypted. */
export async function keepToken(sql: Sql, { realmId, userUuid, token, kind, topic }: KeptToken): Promise<void> {
  await sql.query(
    `insert into plain_device (realm_id, user_uuid, token, token_hash, token_kind, ios_app_id)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (realm_id, user_uuid, token_kind, token_hash) do update set ios_app_id = excluded.ios_app_id`,
    [realmId, userUuid, token, hashOf(token), kind, topic ?? null],
  );
}
