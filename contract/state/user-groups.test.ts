import assert from "node:assert/strict";
import { test } from "node:test";
import { applyAll, group, stateWith } from "./fixtures/samples.ts";

const grouped = () => stateWith({ realm_user_groups: [group(91, "cooks", { members: [2] }), group(93, "guards")] });

test("a new group is inserted in the order of ids", () => {
  const state = applyAll(grouped(), [{ type: "user_group", op: "add", group: group(92, "drivers") }]);
  assert.deepEqual(
    state.realm_user_groups?.map(({ id }) => id),
    [91, 92, 93],
  );
});

test("members and subgroups are added and removed", () => {
  const state = applyAll(grouped(), [
    { type: "user_group", op: "add_members", group_id: 91, user_ids: [3, 1] },
    { type: "user_group", op: "remove_members", group_id: 91, user_ids: [2] },
    { type: "user_group", op: "add_subgroups", group_id: 93, direct_subgroup_ids: [95, 91] },
    { type: "user_group", op: "remove_subgroups", group_id: 93, direct_subgroup_ids: [95] },
  ]);
  assert.deepEqual(state.realm_user_groups?.[0]?.members, [1, 3]);
  assert.deepEqual(state.realm_user_groups?.[1]?.direct_subgroup_ids, [91]);
});

test("a deactivated group remains listed", () => {
  const state = applyAll(grouped(), [{ type: "user_group", op: "update", group_id: 91, data: { deactivated: true } }]);
  assert.deepEqual(state.realm_user_groups?.[0], group(91, "cooks", { members: [2], deactivated: true }));
});
