import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import {
  createTestOrganization,
  startServerBeside,
  testServer,
  type TestOrganization,
  type TestUser,
  type ApiResponse,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { changeGroupSettings } from "#modules/groups/core/actions/settings/change-group-settings.ts";
import { createGroup, only } from "#modules/groups/core/fixtures/groups.ts";
import { lockGroups } from "#modules/groups/core/group-locks.ts";
import type { SettingOf } from "#modules/groups/core/settings/setting-declarations.ts";
import { loadSystemGroups } from "#modules/groups/core/system-groups.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";

const here = await testServer();
/** A second process of the same server. */
const there = await startServerBeside(here);

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The permissions, each with a request of Hamlet that needs it. Hamlet is a member of the organization. */
type Attempt = (hamlet: TestUser, realm: TestOrganization) => Promise<ApiResponse>;
const attempts: Partial<Record<SettingOf["realm"], Attempt>> = {
  can_create_groups: (hamlet) => hamlet.post("/user_groups/create", { name: "Players", description: "", members: [] }),
  can_create_bots_group: (hamlet) => hamlet.post("/bots", { full_name: "Yorick", short_name: "yorick" }),
  can_create_public_channel_group: (hamlet) =>
    hamlet.post("/channels/create", { name: "players", subscribers: [hamlet.id] }),
  can_add_subscribers_group: (hamlet, { othello }) =>
    hamlet.post("/users/me/subscriptions", { subscriptions: [{ name: "open" }], principals: [othello.id] }),
  can_add_custom_emoji_group: (hamlet) => hamlet.upload("/realm/emoji/yorick", [PNG]),
  can_invite_users_group: (hamlet) =>
    hamlet.post("/invites", { invitee_emails: "yorick@example.com", stream_ids: [], invite_as: 400 }),
};

for (const [setting, attempt] of Object.entries(attempts)) {
  test(`a request that waits for locks fails if ${setting} is revoked meanwhile by another process`, async () => {
    const realm = await createTestOrganization(here);
    const { desdemona, hamlet, realmId } = realm;
    await desdemona.createChannel("open");
    await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "open" }] });
    const system = await loadSystemGroups(here.db.reader, realmId);
    const elsewhere = hamlet.at(there);
    let answer: Promise<ApiResponse> | undefined;
    await here.db.write(async (tx) => {
      await lockGroups(tx, realmId);
      await lockRealm(tx, realmId);
      await sql`select from account where id = ${hamlet.id} for no key update`.execute(tx);
      const revoked = { [setting]: { new: system["role:nobody"] } };
      await changeGroupSettings(tx, { realmId, scope: "realm", scopeId: realmId }, revoked);
      answer = attempt(elsewhere, realm);
      await Promise.race([untilTransactionsBlocked(here, 1), answer]);
    });
    const { status, code, msg } = (await answer) as ApiResponse;
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Insufficient permission"]);
  });
}

test("a request to change a group's members that waits for locks fails if the user loses the permission meanwhile", async () => {
  const realm = await createTestOrganization(here);
  const { hamlet, othello, cordelia, realmId } = realm;
  const id = await createGroup(hamlet, "Players", [], { can_add_members_group: only(othello) });
  const system = await loadSystemGroups(here.db.reader, realmId);
  const elsewhere = othello.at(there);
  let answer: Promise<ApiResponse> | undefined;
  await here.db.write(async (tx) => {
    await lockGroups(tx, realmId);
    const revoked = { can_add_members_group: { new: system["role:nobody"] } };
    await changeGroupSettings(tx, { realmId, scope: "group", scopeId: id }, revoked);
    answer = elsewhere.post(`/user_groups/${id}/members`, { add: [cordelia.id] });
    await Promise.race([untilTransactionsBlocked(here, 1), answer]);
  });
  assert.equal((await answer)?.msg, "Insufficient permission");
});
