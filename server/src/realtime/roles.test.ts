import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import {
  Client,
  clock,
  createTestOrganization,
  startServerBeside,
  testServer,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { setGuestVisibility } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";
import { setRole } from "#modules/users/accounts/actions/set-role.ts";

const here = await testServer();
/** A second process on the same database. */
const there = await startServerBeside(here);

test("a member who becomes a guest before the next poll still receives the earlier events for members, at any process", async () => {
  const realm = await createTestOrganization(here);
  const { iago, hamlet, shiva } = realm;
  await setGuestVisibility(realm, "members");
  const client = await hamlet.registerQueue({ event_types: ["realm_user"] });
  const names = { before: "Shiva the First", after: "Shiva the Second" };
  await iago.callOrThrow("PATCH", `/users/${shiva.id}`, { full_name: names.before });
  await iago.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: roles.guest });
  await iago.callOrThrow("PATCH", `/users/${shiva.id}`, { full_name: names.after });
  for (const server of [there, here]) {
    const events = await new Client(hamlet.at(server), client.state).poll();
    const updates = events.filter(({ op, person }) => op === "update" && person?.user_id === shiva.id);
    assert.deepEqual(
      updates.map(({ person }) => person?.full_name),
      [names.before],
    );
  }
});

test("a user whose role changes during registration gets the state that users with the new role can see", async () => {
  const realm = await createTestOrganization(here);
  const { hamlet, realmId } = realm;
  let registering: Promise<Client> | undefined;
  await here.db.write(async (tx) => {
    await setRole(tx, { realmId, userId: hamlet.id, role: roles.guest, now: clock.now() });
    registering = hamlet.registerQueue();
    await Promise.race([untilTransactionsBlocked(here, 1), registering]);
  });
  const client = await registering;
  assert.equal(client?.state["is_guest"], true);
});
