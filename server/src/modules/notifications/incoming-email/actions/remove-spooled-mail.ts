import type { Tx } from "#kernel/db/types.ts";

/** Forgets a letter that is posted, or was refused. */
export async function removeSpooledMail(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom("incoming_mail").where("id", "=", id).execute();
}
