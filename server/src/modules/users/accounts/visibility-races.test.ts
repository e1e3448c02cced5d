import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { clock, testServer, untilWaiting, watching } from "@parlance/testkit";
import { renameUser } from "./actions/rename-user.ts";
import { setRole } from "./actions/set-role.ts";
import { limitedRealm } from "./fixtures/realm-with-limited-guests.ts";

const server = await testServer();

test("whoever becomes a guest while somebody whom they know is renamed hears of that", async () => {
  const { realmId, desdemona, hamlet, othello } = await limitedRealm();
  await desdemona.creates("elsinore", [hamlet, othello]);
  const [told = []] = await watching([hamlet], () =>
    server.db.write(async (tx) => {
      await renameUser(tx, { realmId, userId: othello.id, fullName: "The Moor" });
      await desdemona.does("PATCH", `/users/${hamlet.id}`, { role: roles.guest });
    }),
  );
  const names = told.flatMap(({ person }) => (person?.user_id === othello.id ? person.full_name : []));
  assert.deepEqual(names, ["The Moor"]);
});

test("whoever ceases to be a guest while a stranger is renamed knows the new name", async () => {
  const { realmId, polonius, shiva } = await limitedRealm();
  const [told = []] = await watching([polonius], () =>
    server.db.write(async (tx) => {
      await setRole(tx, { realmId, userId: polonius.id, role: roles.member, now: clock.now() });
      await shiva.does("PATCH", "/settings", { full_name: "The Destroyer" });
    }),
  );
  const names = told.flatMap(({ person }) => (person?.user_id === shiva.id ? person.full_name : []));
  assert.deepEqual(names, ["The Destroyer"]);
});

test("whoever comes to see a channel while somebody joins it counts them once", async () => {
  const { realmId, desdemona, hamlet, polonius } = await limitedRealm();
  await desdemona.creates("elsinore", [desdemona]);
  let joining: Promise<unknown> | undefined;
  const [told = []] = await watching([polonius], async () => {
    await server.db.write(async (tx) => {
      await setRole(tx, { realmId, userId: polonius.id, role: roles.member, now: clock.now() });
      joining = hamlet.does("POST", "/users/me/subscriptions", { subscriptions: [{ name: "elsinore" }] });
      await Promise.race([untilWaiting(server, 1), joining]);
    });
    await joining;
  });
  const peers = told.flatMap(({ op, user_ids }) => (op === "peer_add" ? (user_ids ?? []) : []));
  assert.deepEqual(
    peers.filter((id) => id === hamlet.id),
    [hamlet.id],
  );
});
