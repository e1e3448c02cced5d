import { sql } from "kysely";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { emailKey } from "../email-addresses.ts";
import { recordUserChanges } from "../snapshot/users-snapshot.ts";
import { NoSuchUser } from "../errors.ts";
import { nameKey } from "../full-names.ts";

type Column =
  | "full_name"
  | "delivery_email"
  | "role"
  | "is_active"
  | "is_deactivated_by_directory"
  | "password_hash"
  | "bot_owner_id"
  | "can_create_users"
  | "can_change_user_emails"
  | "rate_limits";

/** Columns and their new values. Absent and undefined columns stay unchanged. */
type AccountChanges = { readonly [Name in Column]?: Row<"account">[Name] | undefined };

/** Updates an account without emitting events. Throws NoSuchUser. */
export async function storeAccount(tx: Tx, id: number, changes: AccountChanges): Promise<Row<"account">> {
  const [row] = await storeAccounts(tx, [id], changes);
  if (!row) throw new NoSuchUser();
  return row;
}

/**
 * Updates several accounts with the same values, without emitting events. Returns the accounts that exist, in any
 * order.
 */
export async function storeAccounts(
  tx: Tx,
  ids: readonly number[],
  changes: AccountChanges,
): Promise<Row<"account">[]> {
  const { full_name: name, delivery_email: email } = changes;
  const rows = await tx
    .updateTable("account")
    .set({
      ...changes,
      ...(name === undefined ? {} : { name_key: nameKey(name) }),
      ...(email === undefined ? {} : { email_key: emailKey(email) }),
    })
    .where("id", "=", sql<number>`any(${ids}::int[])`)
    .returningAll()
    .execute();
  recordUserChanges(tx, rows);
  return rows;
}
