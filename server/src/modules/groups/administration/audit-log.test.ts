import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestOrganization } from "@parlance/testkit";
import {
  changeMembers,
  createGroup,
  groupsOf,
  idsOf,
  only,
  systemGroup,
} from "#modules/groups/core/fixtures/groups.ts";

/**
 * Returns the entries of the audit log about groups: for each, the actor, the action, the group, and the values before
 * and after.
 */
const acts = async ({ realmId, server }: TestOrganization) =>
  (
    await server.db.reader
      .selectFrom("audit_log")
      .select(["actor_id", "act", "target_id", "before", "after"])
      .where("realm_id", "=", realmId)
      .where("target_type", "=", "user_group")
      .orderBy("id")
      .execute()
  ).map(({ actor_id, act, target_id, before, after }) => [actor_id, act, target_id, before, after]);

test("the audit log records changes of groups with the actor and the values before and after", async () => {
  const realm = await createTestOrganization();
  const { hamlet, desdemona, othello, cordelia } = realm;
  const [everyone, nobodyGroup] = [await systemGroup(realm, "everyone"), await systemGroup(realm, "nobody")];
  const inner = await createGroup(hamlet, "Inner");
  const id = await createGroup(hamlet, "Players", [othello], { subgroups: [inner] });
  const created = (await groupsOf(realm)).get("Players");
  await changeMembers(desdemona, id, { add: [cordelia.id], delete: [othello.id], delete_subgroups: [inner] });
  await desdemona.callOrThrow("PATCH", `/user_groups/${id}`, { name: "Actors", description: "On stage" });
  await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, {
    can_join_group: { new: only(othello) },
    can_leave_group: { new: nobodyGroup },
  });
  await hamlet.callOrThrow("POST", `/user_groups/${id}/deactivate`);
  await hamlet.callOrThrow("PATCH", `/user_groups/${id}`, { deactivated: false });

  const [ofInner, ...ofPlayers] = await acts(realm);
  assert.deepEqual(ofInner?.slice(0, 3), [hamlet.id, "user_group.created", inner]);
  assert.deepEqual(ofPlayers, [
    [hamlet.id, "user_group.created", id, null, { ...created }],
    [desdemona.id, "user_group.members_changed", id, { members: [othello.id] }, { members: idsOf([cordelia]) }],
    [desdemona.id, "user_group.subgroups_changed", id, { direct_subgroup_ids: [inner] }, { direct_subgroup_ids: [] }],
    [desdemona.id, "user_group.renamed", id, { name: "Players" }, { name: "Actors" }],
    [desdemona.id, "user_group.changed", id, { description: "" }, { description: "On stage" }],
    [
      hamlet.id,
      "user_group.changed",
      id,
      { can_join_group: nobodyGroup, can_leave_group: everyone },
      { can_join_group: only(othello), can_leave_group: nobodyGroup },
    ],
    [hamlet.id, "user_group.deactivated", id, { deactivated: false }, { deactivated: true }],
    [hamlet.id, "user_group.reactivated", id, { deactivated: true }, { deactivated: false }],
  ]);
});

test("the audit log records neither rejected changes nor changes without an effect", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const id = await createGroup(hamlet, "Players");
  await hamlet.patch(`/user_groups/${id}`, { name: "Players", description: "" });
  await othello.patch(`/user_groups/${id}`, { name: "Mine" });
  await changeMembers(hamlet, id, { add: [othello.id], delete: [hamlet.id] });
  await hamlet.patch(`/user_groups/${id}`, { name: "Actors", can_join_group: { new: 2 ** 40 } });
  assert.deepEqual(
    (await acts(realm)).map(([, act]) => act),
    ["user_group.created"],
  );
});
