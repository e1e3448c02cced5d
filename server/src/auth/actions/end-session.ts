import type { Tx } from "#kernel/db/types.ts";
import { tokenHash } from "../sessions.ts";

/** Signs out the browser that holds the token; does nothing where the session has ended already. */
export async function endSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom("web_session").where("token_hash", "=", tokenHash(token)).execute();
}
