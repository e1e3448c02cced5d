import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import type { EventOf } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";

type UserGroupEvent = EventOf<"user_group">;
type Body<Op extends UserGroupEvent["op"]> = Omit<Extract<UserGroupEvent, { op: Op }>, "id">;
type AnyBody = { [Op in UserGroupEvent["op"]]: Body<Op> }[UserGroupEvent["op"]];

/**
 * An event as stored in the event log. `instead` is the event for clients that do not support deactivated groups: null
 * if they receive none, undefined if they receive the same event.
 */
type StoredUserGroupEvent = AnyBody & { readonly instead?: AnyBody | null };

/** The properties of a group on which the events about it depend. */
interface GroupSubject {
  readonly id: number;
  readonly is_deactivated: boolean;
}

/**
 * Creates an event about a group. If the group is deactivated, clients that do not support deactivated groups do not
 * receive the event.
 */
const forSubject = ({ is_deactivated }: GroupSubject, event: AnyBody): StoredUserGroupEvent =>
  is_deactivated ? { ...event, instead: null } : event;

/** Returns the subject for a group. An id alone stands for an active group. */
const subjectOf = (group: number | GroupSubject): GroupSubject =>
  typeof group === "number" ? { id: group, is_deactivated: false } : group;

const type = "user_group";

export const groupAdded = (group: UserGroup): Body<"add"> => ({ type, op: "add", group });

export const groupChanged = (group: GroupSubject, data: Body<"update">["data"]): StoredUserGroupEvent =>
  forSubject(group, { type, op: "update", group_id: group.id, data });

export const groupDeactivated = (group_id: number): StoredUserGroupEvent => ({
  ...groupChanged({ id: group_id, is_deactivated: false }, { deactivated: true }),
  instead: { type, op: "remove", group_id },
});

export const groupReactivated = (group: UserGroup): StoredUserGroupEvent => ({
  ...groupChanged({ id: group.id, is_deactivated: false }, { deactivated: false }),
  instead: groupAdded(group),
});

export function groupMembersAdded(group: number | GroupSubject, userIds: readonly number[]): StoredUserGroupEvent {
  const subject = subjectOf(group);
  return forSubject(subject, { type, op: "add_members", group_id: subject.id, user_ids: [...userIds] });
}

export function groupMembersRemoved(group: number | GroupSubject, userIds: readonly number[]): StoredUserGroupEvent {
  const subject = subjectOf(group);
  return forSubject(subject, { type, op: "remove_members", group_id: subject.id, user_ids: [...userIds] });
}

export const subgroupsAdded = (group: GroupSubject, ids: readonly number[]): StoredUserGroupEvent =>
  forSubject(group, { type, op: "add_subgroups", group_id: group.id, direct_subgroup_ids: [...ids] });

export const subgroupsRemoved = (group: GroupSubject, ids: readonly number[]): StoredUserGroupEvent =>
  forSubject(group, { type, op: "remove_subgroups", group_id: group.id, direct_subgroup_ids: [...ids] });

const supportsDeactivatedGroups = ({ capabilities }: RecipientQueue) =>
  capabilities["include_deactivated_groups"] === true;

export const userGroupPresenter: Presenter<StoredUserGroupEvent> = {
  variant({ instead }, reader) {
    if (instead === undefined || supportsDeactivatedGroups(reader)) return "itself";
    return instead === null ? null : "instead";
  },
  present({ instead, ...event }, reader) {
    if (instead === undefined || supportsDeactivatedGroups(reader)) return [event];
    return instead ? [instead] : [];
  },
};
