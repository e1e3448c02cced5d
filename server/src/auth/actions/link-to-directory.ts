import type { Tx } from "#kernel/db/types.ts";

interface Link {
  readonly realmId: number;
  readonly userId: number;
  /** Distinguished name of the entry. */
  readonly dn: string;
  /** Names it for ever; null: nothing does. */
  readonly entryId: string | null;
}

/** Notes that an account belongs to somebody in the directory. */
export async function linkToDirectory(tx: Tx, { realmId, userId, dn, entryId }: Link): Promise<void> {
  await tx
    .insertInto("directory_link")
    .values({ realm_id: realmId, user_id: userId, dn, entry_id: entryId })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ dn, entry_id: entryId }))
    .execute();
}
