import assert from "node:assert/strict";
import { test } from "node:test";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import {
  backdateUsers,
  clock,
  days,
  createTestOrganization,
  testServer,
  watchEvents,
  type TestOrganization,
} from "@parlance/testkit";
import { refreshFullMembers } from "#modules/organizations/settings/actions/refresh-full-members.ts";
import { createGroup } from "./fixtures/groups.ts";
import { isFullMember, systemGroupNames } from "./system-groups.ts";

const { db } = await testServer();

async function groupsOf({ iago }: TestOrganization, more: object = {}): Promise<Map<string, UserGroup>> {
  const { state } = await iago.registerQueue({ fetch_event_types: ["realm_user_groups"], ...more });
  return new Map(state["realm_user_groups"].map((group) => [group.name, group]));
}

test("an organization has eight system groups; each one larger than role:owners contains the next smaller one", async () => {
  const groups = await groupsOf(await createTestOrganization());

  assert.deepEqual([...groups.keys()], [...systemGroupNames]);
  const [nobodyGroup, owners, ...wider] = [...groups.values()];
  assert.deepEqual([nobodyGroup?.direct_subgroup_ids, owners?.direct_subgroup_ids], [[], []]);
  let inner = owners;
  for (const outer of wider) {
    assert.deepEqual(outer.direct_subgroup_ids, [inner?.id], outer.name);
    inner = outer;
  }
});

test("each user is a direct member of the group of the user's role, and full members also of role:fullmembers", async () => {
  const realm = await createTestOrganization();
  const groups = await groupsOf(realm);
  const { desdemona, iago, shiva, hamlet, cordelia, othello, polonius, bot } = realm;
  const members = (name: string) => groups.get(name)?.members;

  assert.deepEqual(members("role:nobody"), []);
  assert.deepEqual(members("role:owners"), [desdemona.id]);
  assert.deepEqual(members("role:administrators"), [iago.id]);
  assert.deepEqual(members("role:moderators"), [shiva.id]);
  assert.deepEqual(members("role:fullmembers"), [hamlet.id, cordelia.id, othello.id, bot.id]);
  assert.deepEqual(members("role:members"), [hamlet.id, cordelia.id, othello.id, bot.id]);
  assert.deepEqual(members("role:everyone"), [polonius.id]);
});

test("the permissions of a system group are granted to no user, and a custom group is managed by its creator", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  await createGroup(hamlet, "Players");

  const groups = await groupsOf(realm);
  const [nobodyGroupId, everyone] = [groups.get("role:nobody")!.id, groups.get("role:everyone")!.id];
  const byCreator = { direct_members: [hamlet.id], direct_subgroups: [] };
  const { can_manage_group, can_mention_group, can_join_group } = groups.get("Players")!;
  assert.deepEqual([can_manage_group, can_mention_group, can_join_group], [byCreator, everyone, nobodyGroupId]);
  const moderators = groups.get("role:moderators")!;
  assert.deepEqual([moderators.can_manage_group, moderators.can_mention_group], [nobodyGroupId, nobodyGroupId]);
});

test("deactivated groups are sent only to clients that support them", async () => {
  const realm = await createTestOrganization();
  const veterans = await createGroup(realm.hamlet, "Veterans");
  await realm.hamlet.callOrThrow("POST", `/user_groups/${veterans}/deactivate`);

  assert.equal((await groupsOf(realm)).get("Veterans")?.deactivated, true);
  assert.equal((await groupsOf(realm, { client_capabilities: {} })).has("Veterans"), false);
});

test("a member becomes a full member after the waiting period, a moderator is always one, and a guest never", () => {
  const joinedAt = new Date("2030-01-01T12:00:00Z");
  const after = (ms: number) => new Date(joinedAt.getTime() + ms);
  const isFull = (role: Role, ms: number) => isFullMember({ role, joinedAt }, 3, after(ms));
  assert.equal(isFull(roles.member, days(3) - 1), false);
  assert.equal(isFull(roles.member, days(3)), true);
  assert.equal(isFull(roles.moderator, 0), true);
  assert.equal(isFull(roles.guest, days(30)), false);
});

test("when the waiting period is changed or ends, clients receive events for the users who become or cease to be full members", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, hamlet, cordelia, othello, polonius, bot, realmId } = realm;
  const groupId = (await groupsOf(realm)).get("role:fullmembers")!.id;
  const newcomers = [hamlet.id, cordelia.id];
  const later = new Date(clock.now().getTime() + days(3));
  await backdateUsers(realm, [bot], days(100));
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);

  const published = async (act: () => Promise<unknown>) => {
    const [events = []] = await watchEvents([polonius], act);
    return events
      .filter(({ type }) => type === "user_group")
      .map(({ op, group_id, user_ids }) => [op, group_id, user_ids]);
  };
  const refresh = () => db.write((tx) => refreshFullMembers(tx, realmId, later));
  const change = () => desdemona.callOrThrow("PATCH", "/realm", { waiting_period_threshold: 3 });
  assert.deepEqual(await published(change), [["remove_members", groupId, newcomers]]);
  assert.deepEqual(await published(refresh), [["add_members", groupId, newcomers]]);
  assert.deepEqual(await published(refresh), []);
});
