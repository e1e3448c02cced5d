import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { NoSuchUser } from "../errors.ts";

/**
 * Stores the random name of an account's new avatar; null: the account has no avatar of its own. The version in the
 * avatar's URL is increased, so that the former URL becomes invalid. Emits no events. Throws NoSuchUser.
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
