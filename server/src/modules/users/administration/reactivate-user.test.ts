import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type TestUser,
  testServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";

await testServer();

const kinds = (events: { type: string; op?: string | undefined }[] | undefined) =>
  events?.map(({ type, op }) => (op ? `${type}/${op}` : type));

const refused = async (answer: ReturnType<TestUser["delete"]>) => {
  const { status, code, msg } = await answer;
  return [status, code, msg];
};

const deactivate = ({ server, realmId }: TestOrganization, userId: number) =>
  server.db.write((tx) => deactivateUser(tx, { realm: { id: realmId }, actorId: null, userId, now: new Date() }));

const unreadIn = async (person: TestUser): Promise<number[]> =>
  (await person.registerQueue({ fetch_event_types: ["message", "update_message_flags"] })).state[
    "unread_msgs"
  ].streams.flatMap(({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids);

test("a reactivated user gets back the former channels, groups and permissions, and all users receive events", async () => {
  const { desdemona, iago, hamlet, cordelia, polonius, othello } = await createTestOrganization();
  const id = await othello.createChannel("public", [othello, hamlet, polonius]);
  await othello.createChannel("closet", [othello, cordelia], { invite_only: true });
  await desdemona.callOrThrow("POST", "/user_groups/create", {
    name: "guards",
    description: "",
    members: [othello.id],
  });
  const own = { new: { direct_members: [othello.id], direct_subgroups: [] } };
  await desdemona.callOrThrow("PATCH", "/realm", { can_create_groups: own });
  await desdemona.callOrThrow("PATCH", `/streams/${id}`, { can_send_message_group: own });
  const before = await Promise.all([iago, hamlet, cordelia, polonius].map((person) => person.registerQueue()));
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);

  const received = await watchEvents([iago, hamlet, cordelia, polonius], () =>
    iago.callOrThrow("POST", `/users/${othello.id}/reactivate`),
  );
  assert.deepEqual(kinds(received[1])?.slice(0, 2), ["realm_user/update", "subscription/peer_add"]);
  assert.deepEqual(received[1]?.[0]?.["person"], { user_id: othello.id, is_active: true });
  assert.ok(kinds(received[1])?.includes("user_group/add_members"));
  for (const [index, isAnnounced] of [true, false, false, false].entries()) {
    assert.equal(kinds(received[index])?.includes("realm_export_consent"), isAnnounced);
  }
  // The state is the same as before the deactivation.
  const after = await Promise.all([iago, hamlet, cordelia, polonius].map((person) => person.registerQueue()));
  for (const field of ["realm_users", "realm_user_groups", "streams", "subscriptions", "never_subscribed"] as const) {
    for (const [index, client] of after.entries())
      assert.deepEqual(client.state[field], before[index]?.state[field], field);
  }
});

test("the API key of a reactivated user works again, and clients that register again receive later events", async () => {
  const { iago, othello, hamlet } = await createTestOrganization();
  await iago.createChannel("closet", [othello, hamlet], { invite_only: true });
  const client = await othello.registerQueue();
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);

  assert.equal((await othello.get("/users/me")).status, 200);
  const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
  assert.equal((await othello.get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
  const [received] = await watchEvents([othello], () => hamlet.sendToChannel("closet"));
  assert.deepEqual(kinds(received), ["message"]);
});

test("for a reactivated user, messages that were unread stay unread, and messages sent during the deactivation are read", async () => {
  const { iago, othello, hamlet } = await createTestOrganization();
  await iago.createChannel("public", [othello, hamlet]);
  const read = await hamlet.sendToChannel("public", { content: "read" });
  const unread = await hamlet.sendToChannel("public", { content: "unread" });
  const own = await othello.sendToChannel("public", { content: "own" });
  await othello.callOrThrow("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  const before = await unreadIn(othello);
  assert.ok(before.includes(unread) && !before.includes(read));
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const missed = await hamlet.sendToChannel("public", { content: "missed" });
  await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  const later = await hamlet.sendToChannel("public", { content: "later" });

  assert.deepEqual(await unreadIn(othello), [...before, later]);
  const { messages } = await othello.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
  });
  const ids = messages.map(({ id }: { id: number }) => id);
  assert.deepEqual(ids.slice(-4), [read, unread, own, later], "what did not come is not in the feed");
  assert.ok(!ids.includes(missed));
});

test("in channels with protected history, messages sent during the deactivation stay hidden", async () => {
  const { iago, othello, hamlet } = await createTestOrganization();
  await iago.createChannel("closet", [othello, hamlet], { invite_only: true, history_public_to_subscribers: false });
  const before = await hamlet.sendToChannel("closet");
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  const meanwhile = await hamlet.sendToChannel("closet", { content: "Now that he is gone" });
  await iago.callOrThrow("POST", `/users/${othello.id}/reactivate`);
  const after = await hamlet.sendToChannel("closet");

  assert.equal((await othello.get(`/messages/${meanwhile}`)).msg, "Invalid message(s)");
  for (const id of [before, after]) assert.equal((await othello.get(`/messages/${id}`)).status, 200);
});

test("only administrators and the owner of a bot can reactivate an account", async () => {
  const realm = await createTestOrganization();
  const { desdemona, iago, shiva, hamlet, othello, cordelia, bot } = realm;
  const insufficient = [400, "BAD_REQUEST", "Insufficient permission"];
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  for (const person of [shiva, hamlet, bot]) {
    assert.deepEqual(await refused(person.post(`/users/${othello.id}/reactivate`)), insufficient, person.fullName);
  }
  assert.deepEqual(await refused(iago.post(`/users/${2 ** 31 - 1}/reactivate`)), [400, "BAD_REQUEST", "No such user"]);
  const elsewhere = await createTestOrganization();
  assert.deepEqual(await refused(iago.post(`/users/${elsewhere.hamlet.id}/reactivate`)), [
    400,
    "BAD_REQUEST",
    "No such user",
  ]);
  await deactivate(realm, bot.id);
  assert.deepEqual(await refused(cordelia.post(`/users/${bot.id}/reactivate`)), insufficient);
  await hamlet.callOrThrow("POST", `/users/${bot.id}/reactivate`);
  assert.equal((await bot.get("/users/me")).status, 200);
  await desdemona.callOrThrow("POST", `/users/${othello.id}/reactivate`);
});

test("reactivating an active user changes nothing and emits no events", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const received = await watchEvents([iago, hamlet], () => iago.callOrThrow("POST", `/users/${othello.id}/reactivate`));
  assert.deepEqual(received, [[], []]);
});

test("reactivating a user does not reactivate the user's bots, and a user who reactivates a bot of a deactivated owner becomes its owner", async () => {
  const { iago, hamlet, bot } = await createTestOrganization();
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  const ownerOf = async () => (await iago.get(`/users/${bot.id}`))["user"].bot_owner_id;
  const [received] = await watchEvents([iago], () => iago.callOrThrow("POST", `/users/${bot.id}/reactivate`));
  assert.equal(await ownerOf(), iago.id);
  const people = received?.filter(({ type }) => type === "realm_user").map(({ person }) => person);
  assert.deepEqual(people, [
    { user_id: bot.id, is_active: true },
    { user_id: bot.id, bot_owner_id: iago.id },
  ]);
  await iago.callOrThrow("POST", `/users/${hamlet.id}/reactivate`);
  assert.equal(await ownerOf(), iago.id);
});

test("a bot cannot be reactivated if its name is in use or its type is not allowed", async () => {
  const realm = await createTestOrganization();
  const { iago, hamlet, bot, desdemona } = realm;
  await deactivate(realm, bot.id);
  const namesake = await iago.callOrThrow("POST", "/bots", { full_name: "Helper", short_name: "other", bot_type: 1 });
  const { msg } = await hamlet.post(`/users/${bot.id}/reactivate`);
  assert.match(msg, /^There is already an active bot named "Helper"/);
  await deactivate(realm, namesake["user_id"]);
  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const nobodyGroupId = state.realm_user_groups.find(({ name }) => name === "role:nobody")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", {
    can_create_bots_group: { new: nobodyGroupId },
    can_create_write_only_bots_group: { new: nobodyGroupId },
  });
  assert.equal((await hamlet.post(`/users/${bot.id}/reactivate`)).msg, "Insufficient permission");
});
