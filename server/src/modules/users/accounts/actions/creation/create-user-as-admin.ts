import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { assertNameAvailable } from "#modules/users/accounts/new-account-checks.ts";
import { createUser, type NewUser } from "./create-user.ts";

interface AdminUserCreation extends NewUser {
  /** The administrator who creates the account, or null if the server's operator does. */
  readonly actorId: number | null;
}

/**
 * Creates an account for another user and records the actor in the audit log.
 * @throws UniqueNamesRequired, EmailInUse
 */
export async function createUserAsAdmin(tx: Tx, { actorId, ...user }: AdminUserCreation): Promise<Row<"account">> {
  await lockGroupsShared(tx, user.realm.id);
  await assertNameAvailable(tx, user.realm.id, user.fullName);
  const row = await createUser(tx, user);
  await recordAct(tx, {
    realmId: user.realm.id,
    actorId,
    act: "user.created",
    targetId: row.id,
    after: { full_name: row.full_name, delivery_email: row.delivery_email, role: row.role },
    now: user.now,
  });
  return row;
}
