import type { EventOf } from "@parlance/contract/events/index.ts";

type UserGroupEvent = EventOf<"user_group">;
type Body<Op extends UserGroupEvent["op"]> = Omit<Extract<UserGroupEvent, { op: Op }>, "id">;

export const groupMembersAdded = (groupId: number, userIds: readonly number[]): Body<"add_members"> => ({
  type: "user_group",
  op: "add_members",
  group_id: groupId,
  user_ids: [...userIds],
});

export const groupMembersRemoved = (groupId: number, userIds: readonly number[]): Body<"remove_members"> => ({
  type: "user_group",
  op: "remove_members",
  group_id: groupId,
  user_ids: [...userIds],
});
