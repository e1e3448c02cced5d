import type { Tx } from "#kernel/db/types.ts";
import { NoSuchUser } from "../errors.ts";

/** Rights that only the server's operators give. */
interface OperatorRights {
  /** As an administrator, to create accounts over the API. */
  readonly canCreateUsers: boolean;
}

/** Gives an account rights, or takes them. Throws NoSuchUser. */
export async function setOperatorRights(tx: Tx, userId: number, { canCreateUsers }: OperatorRights): Promise<void> {
  const account = await tx
    .updateTable("account")
    .set({ can_create_users: canCreateUsers })
    .where("id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
}
