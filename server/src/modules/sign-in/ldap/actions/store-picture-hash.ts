import type { Tx } from "#kernel/db/types.ts";

/** Notes which picture of the directory an account has got; `hash`: SHA-256. */
export async function storePictureHash(tx: Tx, userId: number, hash: Buffer): Promise<void> {
  await tx.updateTable("directory_link").set({ picture_hash: hash }).where("user_id", "=", userId).execute();
}
