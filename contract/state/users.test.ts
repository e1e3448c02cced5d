import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "../events/index.ts";
import type { UserChange } from "../nouns/users.ts";
import { applyAll, channel, group, stateWith, user } from "./fixtures/samples.ts";

const usersState = () =>
  stateWith({
    realm_users: [user(1), user(2), user(4)],
    realm_non_active_users: [],
    full_name: "User 1",
    email: "user1@example.com",
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: false,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
    realm_can_create_public_channel_group: 91,
    realm_user_groups: [
      group(90, "role:nobody"),
      group(91, "role:administrators", { members: [4] }),
      group(92, "cooks", { members: [1, 2], can_manage_group: { direct_members: [2], direct_subgroups: [] } }),
    ],
    streams: [channel(7, "general", { can_administer_channel_group: { direct_members: [2], direct_subgroups: [91] } })],
    presences: { "2": { active_timestamp: 1, idle_timestamp: 1 } },
  });

const changed = (person: UserChange): EventBody => ({ type: "realm_user", op: "update", person });

test("a new user is inserted in the order of ids", () => {
  const state = applyAll(usersState(), [{ type: "realm_user", op: "add", person: user(3) }]);
  assert.deepEqual(
    state.realm_users?.map(({ user_id }) => user_id),
    [1, 2, 3, 4],
  );
});

test("a user who is no longer visible is removed", () => {
  const person = { user_id: 2, full_name: "User 2" };
  const state = applyAll(usersState(), [{ type: "realm_user", op: "remove", person }]);
  assert.deepEqual(
    state.realm_users?.map(({ user_id }) => user_id),
    [1, 4],
  );
});

test("if the user's own name changes, it changes both in the list of users and at the top level", () => {
  const state = applyAll(usersState(), [changed({ user_id: 1, full_name: "Rosalind" })]);
  assert.equal(state.realm_users?.[0]?.full_name, "Rosalind");
  assert.equal(state.full_name, "Rosalind");
});

test("the URL of an avatar that the client computes itself is null", () => {
  const avatar_url = "https://secure.gravatar.com/avatar/0?d=identicon&version=2";
  const avatar = { avatar_url, avatar_url_medium: avatar_url, avatar_source: "G", avatar_version: 2 };
  const [seen, made] = [false, true].map((clientGravatar) =>
    applyAll(usersState(), [changed({ user_id: 2, ...avatar })], { clientGravatar }),
  );
  assert.equal(seen?.realm_users?.[1]?.avatar_url, avatar_url);
  assert.equal(made?.realm_users?.[1]?.avatar_url, null);
  assert.equal(made?.realm_users?.[1]?.avatar_version, 2);
});

test("a deactivated user is moved to a separate list, and is removed from groups and permissions", () => {
  const state = applyAll(usersState(), [changed({ user_id: 2, is_active: false })]);
  assert.deepEqual(state.realm_non_active_users, [user(2, { is_active: false })]);
  assert.deepEqual(state.realm_user_groups?.[2]?.members, [1]);
  assert.equal(state.realm_user_groups?.[2]?.can_manage_group, 90);
  assert.equal(state.streams?.[0]?.can_administer_channel_group, 91);
  assert.deepEqual(state.presences, {});
});

test("a deactivated user's presence is also removed if it is stored under the user's email address", () => {
  const present = { aggregated: { client: "website", status: "active" as const, timestamp: 1 } };
  const presences = { "user2@example.com": present, "user4@example.com": present };
  const deactivated = changed({ user_id: 2, is_active: false });
  const state = applyAll({ ...usersState(), presences }, [deactivated], { slimPresence: false });
  assert.deepEqual(state.presences, { "user4@example.com": present });
});

test("a reactivated user is moved back to the list of active users", () => {
  const state = applyAll(usersState(), [
    changed({ user_id: 2, is_active: false }),
    changed({ user_id: 2, is_active: true }),
  ]);
  assert.deepEqual(state.realm_users, usersState().realm_users);
  assert.deepEqual(state.realm_non_active_users, []);
});

test("if the user's own role changes, the user's own permissions change as well", () => {
  const state = applyAll(usersState(), [
    changed({ user_id: 1, role: 200 }),
    { type: "user_group", op: "add_members", group_id: 91, user_ids: [1] },
  ]);
  assert.equal(state.is_admin, true);
  assert.equal(state.realm_users?.[0]?.is_admin, true);
  assert.equal(state.can_create_public_streams, true);
  assert.equal(state.can_create_streams, true);
  assert.equal(state.can_create_private_streams, false);
});

test("a profile field is set and cleared", () => {
  const set = changed({ user_id: 2, custom_profile_field: { id: 5, value: "x", rendered_value: "<p>x</p>" } });
  const state = applyAll(usersState(), [set]);
  assert.deepEqual(state.realm_users?.[1]?.profile_data, { "5": { value: "x", rendered_value: "<p>x</p>" } });
  const cleared = applyAll(state, [changed({ user_id: 2, custom_profile_field: { id: 5, value: null } })]);
  assert.deepEqual(cleared.realm_users?.[1]?.profile_data, {});
});
