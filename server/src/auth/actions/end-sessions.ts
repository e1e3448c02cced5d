import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import { tokenHash } from "../sessions.ts";

/**
 * Signs out all browsers of a user, except the one that holds the token `except`. For the deactivation of an account and
 * for a new password. The caller has locked the account's row. API keys stay valid.
 */
export async function endSessions(tx: Tx, userId: number, { except }: { except?: string } = {}): Promise<void> {
  let sessions = tx.deleteFrom("web_session").where("user_id", "=", userId);
  if (except !== undefined) sessions = sessions.where("token_hash", "!=", tokenHash(except));
  await sessions.execute();
}

/** Signs out all browsers of an organization. The caller has locked its row. */
export async function endAllSessions(tx: Tx, realmId: number): Promise<void> {
  await sql`
    delete from web_session using account
    where account.realm_id = ${realmId} and web_session.user_id = account.id`.execute(tx);
}
