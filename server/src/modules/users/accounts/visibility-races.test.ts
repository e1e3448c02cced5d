import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { clock, testServer, untilTransactionsBlocked, watchEvents } from "@parlance/testkit";
import { renameUser } from "./actions/rename-user.ts";
import { setRole } from "./actions/set-role.ts";
import { realmWithLimitedGuests } from "./fixtures/realm-with-limited-guests.ts";

const server = await testServer();

test("if a user becomes a guest while another visible user is renamed, the guest receives the new name", async () => {
  const { realmId, desdemona, hamlet, othello } = await realmWithLimitedGuests();
  await desdemona.createChannel("elsinore", [hamlet, othello]);
  const [received = []] = await watchEvents([hamlet], () =>
    server.db.write(async (tx) => {
      await renameUser(tx, { realmId, userId: othello.id, fullName: "The Moor" });
      await desdemona.callOrThrow("PATCH", `/users/${hamlet.id}`, { role: roles.guest });
    }),
  );
  const names = received.flatMap(({ person }) => (person?.user_id === othello.id ? person.full_name : []));
  assert.deepEqual(names, ["The Moor"]);
});

test("if a guest becomes a member while another user is renamed, the member receives the new name", async () => {
  const { realmId, polonius, shiva } = await realmWithLimitedGuests();
  const [received = []] = await watchEvents([polonius], () =>
    server.db.write(async (tx) => {
      await setRole(tx, { realmId, userId: polonius.id, role: roles.member, now: clock.now() });
      await shiva.callOrThrow("PATCH", "/settings", { full_name: "The Destroyer" });
    }),
  );
  const names = received.flatMap(({ person }) => (person?.user_id === shiva.id ? person.full_name : []));
  assert.deepEqual(names, ["The Destroyer"]);
});

test("if a channel becomes visible to a user while another user joins it, the user receives that subscriber exactly once", async () => {
  const { realmId, desdemona, hamlet, polonius } = await realmWithLimitedGuests();
  await desdemona.createChannel("elsinore", [desdemona]);
  let joining: Promise<unknown> | undefined;
  const [received = []] = await watchEvents([polonius], async () => {
    await server.db.write(async (tx) => {
      await setRole(tx, { realmId, userId: polonius.id, role: roles.member, now: clock.now() });
      joining = hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "elsinore" }] });
      await Promise.race([untilTransactionsBlocked(server, 1), joining]);
    });
    await joining;
  });
  const peers = received.flatMap(({ op, user_ids }) => (op === "peer_add" ? (user_ids ?? []) : []));
  assert.deepEqual(
    peers.filter((id) => id === hamlet.id),
    [hamlet.id],
  );
});
