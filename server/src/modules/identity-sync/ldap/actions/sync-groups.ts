import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { accessGroup } from "#modules/groups/core/policy.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";
import { changeMembersOfLockedGroup } from "#modules/groups/administration/actions/change-members.ts";

interface GroupAssignment {
  readonly realmId: number;
  readonly userId: number;
  /** Names of the groups that the user must be in. */
  readonly wanted: ReadonlySet<string>;
  /**
   * Names of the groups that the directory controls: the user is removed from those that are not in `wanted`. Names
   * without a group in the organization are ignored.
   */
  readonly decided: ReadonlySet<string>;
}

interface GroupChange {
  readonly id: number;
  readonly name: string;
  /** True if the user joins the group, false if the user leaves it. */
  readonly joins: boolean;
}

/** Finds the groups that a user must join or leave. */
export async function findGroupChanges(
  db: Reader,
  { realmId, userId, wanted, decided }: GroupAssignment,
): Promise<GroupChange[]> {
  if (decided.size === 0) return [];
  const rows = await db
    .selectFrom("user_group")
    .leftJoin("user_group_member", (join) =>
      join.onRef("user_group_member.group_id", "=", "user_group.id").on("user_group_member.user_id", "=", userId),
    )
    .select(["user_group.id", "user_group.name", "user_group_member.user_id as member"])
    .where("user_group.realm_id", "=", realmId)
    .where("user_group.name", "in", [...decided])
    .where("user_group.is_system", "=", false)
    .where("user_group.is_deactivated", "=", false)
    .orderBy("user_group.id")
    .execute();
  return rows.flatMap(({ id, name, member }) => {
    const joins = wanted.has(name ?? "");
    return joins === (member !== null) ? [] : [{ id, name: name ?? "", joins }];
  });
}

/**
 * Makes a user a member of the groups that the directory assigns, and removes the user from the other groups that the
 * directory controls.
 */
export async function syncGroups(
  tx: Tx,
  { now, ...assignment }: GroupAssignment & { readonly now: Date },
): Promise<void> {
  if (assignment.decided.size === 0) return;
  const { realmId, userId } = assignment;
  await lockUser(tx, realmId, userId);
  for (const { id, joins } of await findGroupChanges(tx, assignment)) {
    const group = await accessGroup(tx, { realmId }, id);
    const [add, leave] = joins ? [[userId], []] : [[], [userId]];
    const changes = { add, delete: leave, addSubgroups: [], deleteSubgroups: [] };
    await changeMembersOfLockedGroup(tx, group, changes, { actorId: null, authorize: () => undefined, now });
  }
}
