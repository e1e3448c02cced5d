import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { isRowId } from "@parlance/kernel/base/storable-values.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import {
  lockChannelsVisibleThrough,
  announceVisibilityChange,
} from "#modules/channels/core/actions/announce-visibility-changes.ts";
import type { GroupUser } from "#modules/groups/core/members/active-users.ts";
import { authorizeGroupChange, lockGroup, type GroupPermission, type NamedGroup } from "#modules/groups/core/policy.ts";
import { type ChangedGroup, contentsIn, loadMembers } from "#modules/groups/core/queries.ts";
import { addMembers, removeMembers } from "#modules/groups/core/actions/members/add-and-remove-members.ts";
import { addSubgroups, removeSubgroups } from "#modules/groups/core/actions/members/add-and-remove-subgroups.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";

/** The users who were added to a group and removed from it. */
interface MembershipChanges {
  readonly groupName: string;
  readonly added: readonly GroupUser[];
  readonly removed: readonly GroupUser[];
}

/**
 * Sends notices to the other human users whom the actor added to a group or removed from it. Locks the organization's
 * log position.
 */
async function postMembershipNotices(ctx: Write, { groupName, added, removed }: MembershipChanges): Promise<void> {
  const { tx, actor } = ctx;
  const others = (people: readonly GroupUser[]) => people.filter(({ id, isBot }) => !isBot && id !== actor.id);
  const [joined, left] = [others(added), others(removed)];
  if (joined.length + left.length === 0) return;
  const mention = await loadSilentMention(tx, actor.id);
  const notices = (people: readonly GroupUser[], act: string): Notice[] =>
    people.map(({ id: userId }) => ({ to: { userId }, content: `${mention} ${act} the group @_*${groupName}*.` }));
  await postNotices(tx, ctx, [...notices(joined, "added you to"), ...notices(left, "removed you from")]);
}

/** Ids of the users and subgroups to be added to a group and removed from it. Each list may be empty. */
export interface MemberChanges {
  readonly add: readonly number[];
  readonly delete: readonly number[];
  readonly addSubgroups: readonly number[];
  readonly deleteSubgroups: readonly number[];
}

/**
 * Changes the members of a group. If one of the changes is not possible, throws and changes nothing. The lists are
 * processed in the order of their declaration. The permission for each list is checked after the previous lists have
 * been processed. Sends events about the changes to all users, notices to the other human users whom the actor added or
 * removed, and events to users for whom the visibility of channels changes.
 * @throws InvalidUserGroup, InsufficientPermission, NotMember, NotSubgroup, and the errors in `newMemberErrors` and
 * `newSubgroupErrors`
 */
export async function changeMembers(ctx: Write, groupId: number, requested: MemberChanges): Promise<void> {
  const { tx, actor, now } = ctx;
  const group = await lockGroup(tx, actor, groupId);
  const snapshot = await ctx.committedSnapshot();
  const authorize = (needs: readonly GroupPermission[], done: MemberChanges) =>
    authorizeGroupChange(snapshot, actor, group, needs, groupAfter(snapshot, groupId, done));
  const news = await changeMembersOfLockedGroup(tx, group, requested, { actorId: actor.id, authorize, now });
  await postMembershipNotices(ctx, { groupName: group.name, ...news });
}

/** Returns a group with the contents that it has after the changes. */
function groupAfter(snapshot: OrganizationSnapshot, id: number, done: MemberChanges): ChangedGroup {
  const { members, subgroups } = contentsIn(snapshot, id);
  const without = (ids: readonly number[], removed: readonly number[]) => {
    const isRemoved = new Set(removed);
    return ids.filter((one) => !isRemoved.has(one));
  };
  return {
    id,
    members: without([...members, ...done.add], done.delete),
    direct_subgroup_ids: without([...subgroups, ...done.addSubgroups], done.deleteSubgroups),
  };
}

interface MemberChangeContext {
  /** Id of the user who makes the changes. `null` if they are not made by a user of the organization. */
  readonly actorId: number | null;
  /**
   * Throws if none of these permissions of the group lets the actor make the next change. `done` contains the changes
   * that were made before.
   */
  readonly authorize: (needs: readonly GroupPermission[], done: MemberChanges) => void;
  readonly now: Date;
}

/**
 * Changes the members of a group that is locked. Sends the same events as `changeMembers`, but no notices.
 * @returns the added and removed users
 * @throws NotMember, NotSubgroup, the errors in `newMemberErrors` and `newSubgroupErrors`, and the errors of
 * `authorize`
 */
export async function changeMembersOfLockedGroup(
  tx: Tx,
  group: NamedGroup,
  requested: MemberChanges,
  { actorId, authorize, now }: MemberChangeContext,
): Promise<{ readonly added: readonly GroupUser[]; readonly removed: readonly GroupUser[] }> {
  const changes = withoutDuplicates(requested);
  let done: MemberChanges = { add: [], delete: [], addSubgroups: [], deleteSubgroups: [] };
  const step = async <T>(list: keyof MemberChanges, act: Step<T>, needs: readonly GroupPermission[]): Promise<T[]> => {
    const ids = changes[list];
    if (ids.length === 0) return [];
    authorize(needs, done);
    const result = await act(tx, group, ids);
    done = { ...done, [list]: ids };
    return result;
  };
  const results = await announceChannelVisibility(tx, group, changes, async () => ({
    added: await step("add", addMembers, permissionsToAdd(actorId, changes.add)),
    removed: await step("delete", removeMembers, permissionsToRemove(actorId, changes.delete)),
    nested: await step("addSubgroups", addSubgroups, ["can_add_members_group"]),
    unnested: await step("deleteSubgroups", removeSubgroups, ["can_remove_members_group"]),
  }));
  const act = { realmId: group.realm_id, actorId, targetId: group.id, now };
  const { added, removed, nested, unnested } = results;
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

const idsOf = (people: readonly GroupUser[]): number[] => people.map(({ id }) => id);

const withoutDuplicates = (changes: MemberChanges): MemberChanges => ({
  add: [...new Set(changes.add)],
  delete: [...new Set(changes.delete)],
  addSubgroups: [...new Set(changes.addSubgroups)],
  deleteSubgroups: [...new Set(changes.deleteSubgroups)],
});

const isOwnMembership = (actorId: number | null, ids: readonly number[]): boolean =>
  ids.length === 1 && ids[0] === actorId;

const permissionsToAdd = (actorId: number | null, ids: readonly number[]): GroupPermission[] =>
  isOwnMembership(actorId, ids) ? ["can_join_group", "can_add_members_group"] : ["can_add_members_group"];

const permissionsToRemove = (actorId: number | null, ids: readonly number[]): GroupPermission[] =>
  isOwnMembership(actorId, ids) ? ["can_leave_group", "can_remove_members_group"] : ["can_remove_members_group"];

/**
 * Makes a change of a group's members, and sends events to the users for whom it changes which channels are visible.
 */
async function announceChannelVisibility<T>(
  tx: Tx,
  { id, realm_id: realmId }: NamedGroup,
  changes: MemberChanges,
  change: () => Promise<T>,
): Promise<T> {
  const channelIds = await lockChannelsVisibleThrough(tx, realmId, [id]);
  if (channelIds.length === 0) return change();
  const within = await loadMembers(tx, idsInRange([...changes.addSubgroups, ...changes.deleteSubgroups]));
  const userIds = [...new Set([...idsInRange([...changes.add, ...changes.delete]), ...[...within.values()].flat()])];
  return announceVisibilityChange(tx, { realmId, userIds, channels: { ids: channelIds } }, change);
}

/** Returns the ids that are in the range of the database column. Other ids are rejected later. */
const idsInRange = (ids: readonly number[]): number[] => ids.filter(isRowId);
