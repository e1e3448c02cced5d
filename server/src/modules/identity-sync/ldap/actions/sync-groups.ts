import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { accessGroup } from "#modules/groups/core/policy.ts";
import { lockUser } from "#modules/users/accounts/user-locks.ts";
import { changeMembersOfLockedGroup } from "#modules/groups/administration/actions/change-members.ts";

interface GroupAssignment {
  readonly realmId: number;
  readonly userId: number;
  /** Names of groups to be in. */
  readonly wanted: ReadonlySet<string>;
  /** Names of groups to be in only if they are wanted; those that the organization does not have count for nothing. */
  readonly decided: ReadonlySet<string>;
}

interface GroupChange {
  readonly id: number;
  readonly name: string;
  /** Whether they come; false: they go. */
  readonly joins: boolean;
}

/** Which groups somebody has to join and to leave. */
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

/** Has somebody be in the groups that those who vouch for them say, and in no other of which they decide. */
export async function syncGroups(tx: Tx, { now, ...told }: GroupAssignment & { readonly now: Date }): Promise<void> {
  if (told.decided.size === 0) return;
  const { realmId, userId } = told;
  await lockUser(tx, realmId, userId);
  for (const { id, joins } of await findGroupChanges(tx, told)) {
    const group = await accessGroup(tx, { realmId }, id);
    const [add, leave] = joins ? [[userId], []] : [[], [userId]];
    const changes = { add, delete: leave, addSubgroups: [], deleteSubgroups: [] };
    await changeMembersOfLockedGroup(tx, group, changes, { actorId: null, authorize: async () => undefined, now });
  }
}
