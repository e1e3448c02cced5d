import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { NoSuchUser } from "../errors.ts";

/**
 * Notes that an account has another picture, by its random name; null: none of its own. The version in its address makes
 * the one before worthless. Tells nobody. Throws NoSuchUser.
 */
export async function storeAvatar(tx: Tx, userId: number, name: string | null): Promise<Row<"account">> {
  const row = await tx
    .updateTable("account")
    .set((column) => ({ avatar_name: name, avatar_version: column("avatar_version", "+", 1) }))
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new NoSuchUser();
  recordUserChanges(tx, [row]);
  return row;
}
