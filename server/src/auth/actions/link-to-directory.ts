import type { Tx } from "#kernel/db/types.ts";

interface Link {
  readonly realmId: number;
  readonly userId: number;
  /** Distinguished name of the entry. */
  readonly dn: string;
}

/** Notes that an account belongs to somebody in the directory. */
export async function linkToDirectory(tx: Tx, { realmId, userId, dn }: Link): Promise<void> {
  await tx
    .insertInto("directory_link")
    .values({ realm_id: realmId, user_id: userId, dn })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ dn }))
    .execute();
}
