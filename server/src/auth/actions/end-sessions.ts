import type { Tx } from "#kernel/db/types.ts";
import { tokenHash } from "../sessions.ts";

/**
 * Signs out all browsers of somebody, but for the one that holds the token `except`. To be called where an account is
 * deactivated and where its password changes, by whoever has locked the account's row. API keys are not concerned.
 */
export async function endSessions(tx: Tx, userId: number, { except }: { except?: string } = {}): Promise<void> {
  let sessions = tx.deleteFrom("web_session").where("user_id", "=", userId);
  if (except !== undefined) sessions = sessions.where("token_hash", "!=", tokenHash(except));
  await sessions.execute();
}
