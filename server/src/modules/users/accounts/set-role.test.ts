import assert from "node:assert/strict";
import { test } from "node:test";
import type { Role } from "@parlance/contract/entities/roles.ts";
import {
  clock,
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { setRole } from "./actions/set-role.ts";
import { LastOwner, NoSuchUser } from "#modules/users/core/errors.ts";

await testServer();

const changeRole = ({ server, realmId }: TestOrganization, { id: userId }: { id: number }, role: Role) =>
  server.db.write((tx) => setRole(tx, { realmId, userId, role, now: clock.now() }));

const groupsOf = async (viewer: TestUser, { id }: TestUser): Promise<string[]> =>
  (await viewer.registerQueue()).state["realm_user_groups"]
    .filter(({ members }: { members: number[] }) => members.includes(id))
    .map(({ name }: { name: string }) => name);

test("all users receive events about a user's new role and groups", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, polonius, othello } = realm;
  const [toIago, toHamlet] = await watchEvents([iago, hamlet, polonius], () => changeRole(realm, othello, 300));
  assert.deepEqual(
    toHamlet?.map(({ type, op }) => `${type}/${op}`),
    ["realm_user/update", "user_group/remove_members", "user_group/remove_members", "user_group/add_members"],
  );
  assert.deepEqual(toHamlet?.[0]?.["person"], { user_id: othello.id, role: 300 });
  assert.deepEqual(toIago, toHamlet);
  assert.deepEqual(await groupsOf(iago, othello), ["role:moderators"]);
});

for (const [from, to] of [
  [600, 400],
  [400, 600],
  [400, 200],
  [200, 400],
  [200, 600],
  [600, 100],
] as const) {
  test(`a user whose role changes from ${from} to ${to} receives events for everything that becomes visible or hidden`, async () => {
    const realm = await createTestOrganization();
    const { iago, hamlet, othello } = realm;
    await iago.createChannel("news", [iago, hamlet], { is_default_stream: true });
    await iago.createChannel("public", [iago, othello]);
    await iago.createChannel("secret", [iago, hamlet], { invite_only: true });
    await iago.createChannel("own", [othello, hamlet], { invite_only: true });
    await changeRole(realm, othello, from);
    await watchEvents([othello, hamlet], () => changeRole(realm, othello, to));
  });
}

test("setting the role that the user already has changes nothing", async () => {
  const realm = await createTestOrganization();
  const [received] = await watchEvents([realm.hamlet], () => changeRole(realm, realm.othello, 400));
  assert.deepEqual(received, []);
});

test("the new role applies from the next request", async () => {
  const realm = await createTestOrganization();
  assert.equal((await realm.othello.call("POST", "/users")).code, "UNAUTHORIZED_PRINCIPAL");
  await changeRole(realm, realm.othello, 200);
  assert.equal((await realm.othello.call("POST", "/users")).code, "REQUEST_VARIABLE_MISSING");
});

test("the role of the last owner cannot be changed", async () => {
  const realm = await createTestOrganization();
  await assert.rejects(changeRole(realm, realm.desdemona, 400), LastOwner);
  await changeRole(realm, realm.iago, 100);
  await changeRole(realm, realm.desdemona, 400);
  await assert.rejects(changeRole(realm, realm.iago, 400), LastOwner);
});

test("if two owners give up the role at the same time, only one change succeeds", async () => {
  const realm = await createTestOrganization();
  await changeRole(realm, realm.iago, 100);
  const outcomes = await Promise.allSettled([
    changeRole(realm, realm.iago, 400),
    changeRole(realm, realm.desdemona, 400),
  ]);
  assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ["fulfilled", "rejected"]);
});

test("accounts of other organizations are not found", async () => {
  const [here, there] = [await createTestOrganization(), await createTestOrganization()];
  await assert.rejects(changeRole(here, there.hamlet, 200), NoSuchUser);
});
