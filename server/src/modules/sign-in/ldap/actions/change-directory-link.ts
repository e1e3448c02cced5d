import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Deletes the link between an account and its directory entry.
 * @returns whether the account was linked
 */
export async function unlinkFromDirectory(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom("directory_link").where("user_id", "=", userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores the SHA-256 hash of the directory's picture that was applied to an account. */
export async function storePictureHash(tx: Tx, userId: number, hash: Buffer): Promise<void> {
  await tx.updateTable("directory_link").set({ picture_hash: hash }).where("user_id", "=", userId).execute();
}

/** Stores when a synchronization with the directory deactivated an account; null if it was not deactivated by one. */
export async function storeDirectoryDeactivation(tx: Tx, userId: number, deactivatedAt: Date | null): Promise<void> {
  await tx.updateTable("directory_link").set({ deactivated_at: deactivatedAt }).where("user_id", "=", userId).execute();
}

interface Link {
  readonly realmId: number;
  readonly userId: number;
  /** Distinguished name of the entry. */
  readonly dn: string;
  /** Permanent identifier of the entry; null if it has none. */
  readonly entryId: string | null;
}

/**
 * Links an account to a directory entry. Uses two statements: with `on conflict (user_id) do update`, the second of two
 * concurrent inserts would fail at the unique index on entries, which the conflict on `user_id` does not cover.
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
