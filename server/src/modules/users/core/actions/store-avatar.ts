import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { NoSuchUser } from "../errors.ts";

/**
 * Stores the random name of an account's new avatar, or null if the avatar is removed. Increases the version in the
 * avatar's URL, so that clients do not use the cached former avatar. Emits no events for clients. Throws NoSuchUser.
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
