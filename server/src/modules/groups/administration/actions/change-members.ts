import type { Tx } from "#kernel/db/types.ts";
import type { Write } from "#kernel/http/context.ts";
import { isRowId } from "#kernel/storable-values.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import {
  lockChannelsSeenThrough,
  announceSightChange,
} from "#modules/channels/core/actions/announce-visibility-changes.ts";
import { postMemberNews } from "../notices.ts";
import type { GroupPerson } from "#modules/groups/core/members/active-users.ts";
import { authorizeGroupChange, lockGroup, type GroupNeed, type NamedGroup } from "#modules/groups/core/policy.ts";
import { membersOf } from "#modules/groups/core/queries.ts";
import { addMembers, removeMembers } from "#modules/groups/core/actions/members/add-and-remove-members.ts";
import { addSubgroups, removeSubgroups } from "#modules/groups/core/actions/members/add-and-remove-subgroups.ts";

/** Who and what joins a group or leaves it; each list may be empty. */
export interface MemberChanges {
  readonly add: readonly number[];
  readonly delete: readonly number[];
  readonly addSubgroups: readonly number[];
  readonly deleteSubgroups: readonly number[];
}

/**
 * Changes who is in a group, all of it or nothing, in the order of the lists: each step is judged by the result of the
 * steps before it. Announces it to everybody, by a message to people whom others added or removed, and to those who see
 * more or fewer channels now.
 * @throws InvalidUserGroup, InsufficientPermission, `newMemberErrors`, NotMember, `newSubgroupErrors`, NotSubgroup
 */
export async function changeMembers(ctx: Write, groupId: number, given: MemberChanges): Promise<void> {
  const { tx, actor, now } = ctx;
  const group = await lockGroup(tx, actor, groupId);
  const authorize = (needs: readonly GroupNeed[]) => authorizeGroupChange(tx, actor, group, ...needs);
  const news = await changeMembersOfLocked(tx, group, given, { actorId: actor.id, authorize, now });
  await postMemberNews(ctx, { groupName: group.name, ...news });
}

interface Circumstances {
  /** Null: nobody in the organization. */
  readonly actorId: number | null;
  /** Throws where none of these settings allows it. */
  readonly authorize: (needs: readonly GroupNeed[]) => Promise<void>;
  readonly now: Date;
}

/**
 * The same in a group that is locked, without messages to people.
 * @returns who came and who left
 * @throws `newMemberErrors`, NotMember, `newSubgroupErrors`, NotSubgroup, and what `authorize` throws
 */
export async function changeMembersOfLocked(
  tx: Tx,
  group: NamedGroup,
  given: MemberChanges,
  { actorId, authorize, now }: Circumstances,
): Promise<{ readonly added: readonly GroupPerson[]; readonly removed: readonly GroupPerson[] }> {
  const changes = withoutRepetition(given);
  const step = async <T>(ids: readonly number[], act: Step<T>, needs: readonly GroupNeed[]): Promise<T[]> => {
    if (ids.length === 0) return [];
    await authorize(needs);
    return act(tx, group, ids);
  };
  const done = await announceChannelsInView(tx, group, changes, async () => ({
    added: await step(changes.add, addMembers, joinNeeds(actorId, changes.add)),
    removed: await step(changes.delete, removeMembers, leaveNeeds(actorId, changes.delete)),
    nested: await step(changes.addSubgroups, addSubgroups, ["can_add_members_group"]),
    unnested: await step(changes.deleteSubgroups, removeSubgroups, ["can_remove_members_group"]),
  }));
  const act = { realmId: group.realm_id, actorId, targetId: group.id, now };
  const { added, removed, nested, unnested } = done;
  if (added.length + removed.length > 0) {
    const change = { before: { members: idsOf(removed) }, after: { members: idsOf(added) } };
    await recordAct(tx, { ...act, act: "user_group.members_changed", ...change });
  }
  if (nested.length + unnested.length > 0) {
    const change = { before: { direct_subgroup_ids: unnested }, after: { direct_subgroup_ids: nested } };
    await recordAct(tx, { ...act, act: "user_group.subgroups_changed", ...change });
  }
  return { added, removed };
}

type Step<T> = (tx: Tx, group: NamedGroup, ids: readonly number[]) => Promise<T[]>;

const idsOf = (people: readonly GroupPerson[]): number[] => people.map(({ id }) => id);

const withoutRepetition = (changes: MemberChanges): MemberChanges => ({
  add: [...new Set(changes.add)],
  delete: [...new Set(changes.delete)],
  addSubgroups: [...new Set(changes.addSubgroups)],
  deleteSubgroups: [...new Set(changes.deleteSubgroups)],
});

const isAlone = (actorId: number | null, ids: readonly number[]): boolean => ids.length === 1 && ids[0] === actorId;

const joinNeeds = (actorId: number | null, ids: readonly number[]): GroupNeed[] =>
  isAlone(actorId, ids) ? ["can_join_group", "can_add_members_group"] : ["can_add_members_group"];

const leaveNeeds = (actorId: number | null, ids: readonly number[]): GroupNeed[] =>
  isAlone(actorId, ids) ? ["can_leave_group", "can_remove_members_group"] : ["can_remove_members_group"];

/** Makes the change, and tells those whose sight of channels it changes. */
async function announceChannelsInView<T>(
  tx: Tx,
  { id, realm_id: realmId }: NamedGroup,
  changes: MemberChanges,
  change: () => Promise<T>,
): Promise<T> {
  const channelIds = await lockChannelsSeenThrough(tx, realmId, [id]);
  if (channelIds.length === 0) return change();
  const within = await membersOf(tx, idsInRange([...changes.addSubgroups, ...changes.deleteSubgroups]));
  const userIds = [...new Set([...idsInRange([...changes.add, ...changes.delete]), ...[...within.values()].flat()])];
  return announceSightChange(tx, { realmId, userIds, channels: { ids: channelIds } }, change);
}

/** The ids that rows can have; the others are refused later. */
const idsInRange = (ids: readonly number[]): number[] => ids.filter(isRowId);
