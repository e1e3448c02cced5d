import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Forgets to which entry of the directory an account belongs.
 * @returns whether it belonged to one
 */
export async function unlinkFromDirectory(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("directory_link").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes which picture of the directory an account has got; `hash`: SHA-256. */
export async function storePictureHash(tx: Tx, userId: number, hash: Buffer): Promise<void> {
  await tx.updateTable("directory_link").set({ picture_hash: hash }).where("user_id", "=", userId).execute();
}

/** Notes since when an account is deactivated because of the directory; null: that is somebody else's decision. */
export async function storeDirectoryDeactivation(tx: Tx, userId: number, deactivatedAt: Date | null): Promise<void> {
  await tx.updateTable("directory_link").set({ deactivated_at: deactivatedAt }).where("user_id", "=", userId).execute();
}

interface Link {
  readonly realmId: number;
  readonly userId: number;
  /** Distinguished name of the entry. */
  readonly dn: string;
  /** Names it for ever; null: nothing does. */
  readonly entryId: string | null;
}

/**
 * Notes that an account belongs to an entry of the directory. Two statements, because PostgreSQL lets the second of two simultaneous
 * `on conflict (user_id) do update` fail at the unique index of entries, which the conflict on `user_id` does not cover.
 */
export async function linkToDirectory(tx: Tx, { realmId, userId, dn, entryId }: Link): Promise<void> {
  const { numInsertedOrUpdatedRows: inserted } = await tx
    .insertInto("directory_link")
    .values({ realm_id: realmId, user_id: userId, dn, entry_id: entryId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (inserted) return;
  await tx.updateTable("directory_link").set({ dn, entry_id: entryId }).where("user_id", "=", userId).execute();
}
