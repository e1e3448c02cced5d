import type { Tx } from "#kernel/db/types.ts";

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
