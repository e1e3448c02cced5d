import { storeServerFact } from "#kernel/db/server-facts.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Name of the fact by which a database knows its secret. */
export const SECRET_FINGERPRINT = "secret_fingerprint";

/** Notes which secret the database is used with, unless it has been used before. */
export async function rememberFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await storeServerFact(tx, SECRET_FINGERPRINT, fingerprint, "kept");
}
