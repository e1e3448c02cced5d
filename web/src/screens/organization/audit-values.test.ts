import assert from "node:assert/strict";
import { test } from "node:test";
import type { State } from "@parlance/contract/state/index.ts";
import { auditedChanges } from "./audit-values.ts";

const state = {
  realm_users: [
    { user_id: 8, full_name: "Mara" },
    { user_id: 9, full_name: "Kofi" },
  ],
  realm_user_groups: [
    { id: 11, name: "role:members", is_system_group: true },
    { id: 12, name: "designers", is_system_group: false },
  ],
} as unknown as State;

test("the audit log shows users, groups and roles by their names, not by their ids", () => {
  const values = {
    id: 12,
    creator_id: 8,
    members: [8, 9],
    direct_subgroup_ids: [],
    can_join_group: 11,
    can_manage_group: { direct_members: [9], direct_subgroups: [12] },
    role: 200,
    is_system_group: false,
    description: "",
  };
  assert.deepEqual(auditedChanges(state, null, values), [
    "creator: Mara",
    "members: Mara, Kofi",
    "direct subgroups: none",
    "can join group: Everyone except guests",
    "can manage group: Kofi, designers",
    "role: Administrator",
    "is system group: no",
    "description: none",
  ]);
  assert.deepEqual(auditedChanges(state, { can_join_group: 12 }, { can_join_group: 99 }), [
    "can join group: designers → 99",
  ]);
});
