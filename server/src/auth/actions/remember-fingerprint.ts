import type { Tx } from "#kernel/db/types.ts";

/** Name of the fact by which a database knows its secret. */
export const SECRET_FINGERPRINT = "secret_fingerprint";

/** Notes which secret the database is used with, unless it has been used before. */
export async function rememberFingerprint(tx: Tx, fingerprint: string): Promise<void> {
  await tx
    .insertInto("server_fact")
    .values({ key: SECRET_FINGERPRINT, value: fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
