import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBulkMembers,
  countStatements,
  createTestOrganization,
  type TestUser,
  writeRowsDirectly,
} from "@parlance/testkit";

const receipts = async (person: TestUser, message: number): Promise<number[]> =>
  (await person.callOrThrow("GET", `/messages/${message}/read_receipts`))["user_ids"];

const flags = (person: TestUser, op: "add" | "remove", ...messages: number[]) =>
  person.callOrThrow("POST", "/messages/flags", { messages, op, flag: "read" });

const ids = (...people: TestUser[]) => people.map(({ id }) => id).sort((a, b) => a - b);

test("new organizations that require invitations have read receipts enabled, and organizations without a stored setting have them disabled", async () => {
  const { hamlet, server, realmId } = await createTestOrganization();
  const shown = async () => {
    const { state } = await hamlet.registerQueue({ fetch_event_types: ["realm"] });
    return [state.realm_invite_required, state.realm_enable_read_receipts];
  };
  assert.deepEqual(await shown(), [true, true]);
  const settings = JSON.stringify({});
  await writeRowsDirectly({ server, realmId }, (tx) =>
    tx.updateTable("realm").set({ settings }).where("id", "=", realmId).execute(),
  );
  assert.deepEqual(await shown(), [true, false]);
});

test("read receipts list the users who have read a channel or direct message, except its sender", async () => {
  const { hamlet, othello, cordelia, polonius, iago } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello, cordelia, polonius]);
  const inChannel = [
    await hamlet.sendToChannel("open"),
    await hamlet.sendToChannel("open"),
    await hamlet.sendToChannel("open"),
  ] as const;
  const direct = await hamlet.sendDirectMessage([othello, cordelia]);
  const [first, second, third] = inChannel;
  for (const message of [...inChannel, direct]) assert.deepEqual(await receipts(hamlet, message), []);

  await flags(othello, "add", first, second, third);
  await flags(cordelia, "add", third, direct);
  await flags(hamlet, "remove", second);
  assert.deepEqual(await receipts(hamlet, first), ids(othello));
  assert.deepEqual(await receipts(polonius, third), ids(othello, cordelia));
  assert.deepEqual(await receipts(iago, third), ids(othello, cordelia));
  assert.deepEqual(await receipts(othello, direct), ids(cordelia));

  await flags(othello, "remove", first);
  assert.deepEqual(await receipts(hamlet, first), []);
  assert.deepEqual(await receipts(hamlet, second), ids(othello));
});

test("users who read a message without having received it are listed only if they have flags on it", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello]);
  const message = await hamlet.sendToChannel("open");
  await cordelia.callOrThrow("POST", "/users/me/subscriptions", { subscriptions: [{ name: "open" }] });
  await flags(cordelia, "add", message);
  assert.deepEqual(await receipts(hamlet, message), []);
  await iago.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "octopus" });
  assert.deepEqual(await receipts(hamlet, message), ids(iago));
  // Unsubscribing from a channel makes its messages read.
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["open"] });
  assert.deepEqual(await receipts(hamlet, message), ids(othello, iago));
});

test("users are not listed if they disabled read receipts, are deactivated, muted the viewer or are muted by the viewer", async () => {
  const { desdemona, iago, shiva, hamlet, othello, cordelia, polonius, bot } = await createTestOrganization();
  const others = [iago, shiva, othello, cordelia, polonius, bot];
  const message = await hamlet.sendDirectMessage(others);
  for (const person of others) await flags(person, "add", message);
  assert.deepEqual(await receipts(hamlet, message), ids(...others));

  await iago.callOrThrow("PATCH", "/settings", { send_read_receipts: false });
  await desdemona.callOrThrow("DELETE", `/users/${shiva.id}`);
  await hamlet.callOrThrow("POST", `/users/me/muted_users/${othello.id}`);
  await cordelia.callOrThrow("POST", `/users/me/muted_users/${hamlet.id}`);
  assert.deepEqual(await receipts(hamlet, message), ids(polonius, bot));
  assert.deepEqual(await receipts(polonius, message), ids(othello, cordelia, polonius, bot));
  await iago.callOrThrow("PATCH", "/settings", { send_read_receipts: true });
  await hamlet.callOrThrow("DELETE", `/users/me/muted_users/${othello.id}`);
  assert.deepEqual(await receipts(hamlet, message), ids(iago, othello, polonius, bot));
});

test("users can see read receipts only of messages that they can read, and only if the organization enables receipts", async () => {
  const { desdemona, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet]);
  const [open, direct] = [await hamlet.sendToChannel("open"), await hamlet.sendDirectMessage(othello)];
  const refused: [TestUser, number][] = [
    [polonius, open],
    [cordelia, direct],
    [desdemona, direct],
    [hamlet, 0],
  ];
  for (const [person, message] of refused) {
    const { status, code, msg } = await person.get(`/messages/${message}/read_receipts`);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
  }
  await desdemona.callOrThrow("PATCH", "/realm", { enable_read_receipts: false });
  const { status, code, msg } = await hamlet.get(`/messages/${open}/read_receipts`);
  assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Read receipts are disabled in this organization."]);
  assert.equal((await cordelia.get(`/messages/${direct}/read_receipts`)).msg, "Invalid message(s)");
});

test("guests who can see only some users see only read receipts of these users", async () => {
  const { desdemona, hamlet, othello, polonius } = await createTestOrganization();
  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await hamlet.createChannel("open", [hamlet, polonius]);
  const message = await hamlet.sendToChannel("open");
  await othello.callOrThrow("POST", `/messages/${message}/reactions`, { emoji_name: "octopus" });
  await flags(polonius, "add", message);
  assert.deepEqual(await receipts(hamlet, message), ids(othello, polonius));
  assert.deepEqual(await receipts(polonius, message), ids(polonius));
});

test("a message that was moved from another channel counts as read for all users who have it, unless they had not read it", async () => {
  const { hamlet, othello, cordelia, server } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello, cordelia]);
  const message = await hamlet.sendToChannel("open");
  await server.db.write(async (tx) => {
    await tx.updateTable("message").set({ is_settled: true }).where("id", "=", message).execute();
    await tx.insertInto("unread_exception").values({ user_id: cordelia.id, message_id: message }).execute();
  });
  assert.deepEqual(await receipts(hamlet, message), ids(othello));
  await flags(cordelia, "add", message);
  assert.deepEqual(await receipts(hamlet, message), ids(othello, cordelia));
});

test("loading the read receipts of a message with thousands of recipients executes as many queries as for one recipient", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, server, realmId } = realm;
  const channelId = await hamlet.createChannel("crowd", [hamlet, othello]);
  const countStatementsFor = async (message: number) => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      counts.push((await countStatements(server.db.pool, () => receipts(hamlet, message))).statements);
    }
    return Math.min(...counts);
  };
  const few = await countStatementsFor(await hamlet.sendToChannel("crowd"));
  await addBulkMembers(server.db, { realmId, channelId, size: 3000 });
  const message = await hamlet.sendToChannel("crowd");
  await writeRowsDirectly({ server, realmId }, (tx) =>
    tx
      .updateTable("subscription")
      .set({ read_up_to: message })
      .where("channel_id", "=", channelId)
      .where("user_id", "<>", othello.id)
      .execute(),
  );
  assert.equal(await countStatementsFor(message), few);
  assert.equal((await receipts(hamlet, message)).length, 3000);
});
