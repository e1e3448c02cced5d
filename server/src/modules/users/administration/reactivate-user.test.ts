import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, type Person, testServer, type TestRealm, watching } from "@parlance/testkit";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";

await testServer();

const kinds = (events: { type: string; op?: string | undefined }[] | undefined) =>
  events?.map(({ type, op }) => (op ? `${type}/${op}` : type));

const refused = async (answer: ReturnType<Person["delete"]>) => {
  const { status, code, msg } = await answer;
  return [status, code, msg];
};

const deactivate = ({ server, realmId }: TestRealm, userId: number) =>
  server.db.write((tx) => deactivateUser(tx, { realm: { id: realmId }, actorId: null, userId, now: new Date() }));

const unreadIn = async (person: Person): Promise<number[]> =>
  (await person.registers({ fetch_event_types: ["message", "update_message_flags"] })).state[
    "unread_msgs"
  ].streams.flatMap(({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids);

test("who is reactivated is back, with channels, groups and permissions, and everybody hears of it", async () => {
  const { desdemona, iago, hamlet, cordelia, polonius, othello } = await newRealm();
  const id = await othello.creates("public", [othello, hamlet, polonius]);
  await othello.creates("closet", [othello, cordelia], { invite_only: true });
  await desdemona.does("POST", "/user_groups/create", { name: "guards", description: "", members: [othello.id] });
  const own = { new: { direct_members: [othello.id], direct_subgroups: [] } };
  await desdemona.does("PATCH", "/realm", { can_create_groups: own });
  await desdemona.does("PATCH", `/streams/${id}`, { can_send_message_group: own });
  const before = await Promise.all([iago, hamlet, cordelia, polonius].map((person) => person.registers()));
  await iago.does("DELETE", `/users/${othello.id}`);

  const heard = await watching([iago, hamlet, cordelia, polonius], () =>
    iago.does("POST", `/users/${othello.id}/reactivate`),
  );
  assert.deepEqual(kinds(heard[1])?.slice(0, 2), ["realm_user/update", "subscription/peer_add"]);
  assert.deepEqual(heard[1]?.[0]?.["person"], { user_id: othello.id, is_active: true });
  assert.ok(kinds(heard[1])?.includes("user_group/add_members"));
  for (const [index, isAnnounced] of [true, false, false, false].entries()) {
    assert.equal(kinds(heard[index])?.includes("realm_export_consent"), isAnnounced);
  }
  // All is as it was before.
  const after = await Promise.all([iago, hamlet, cordelia, polonius].map((person) => person.registers()));
  for (const field of ["realm_users", "realm_user_groups", "streams", "subscriptions", "never_subscribed"] as const) {
    for (const [index, client] of after.entries())
      assert.deepEqual(client.state[field], before[index]?.state[field], field);
  }
});

test("the key works again; clients register again and hear of what follows", async () => {
  const { iago, othello, hamlet } = await newRealm();
  await iago.creates("closet", [othello, hamlet], { invite_only: true });
  const client = await othello.registers();
  await iago.does("DELETE", `/users/${othello.id}`);
  await iago.does("POST", `/users/${othello.id}/reactivate`);

  assert.equal((await othello.get("/users/me")).status, 200);
  const poll = { queue_id: client.queueId, last_event_id: client.lastEventId, dont_block: true };
  assert.equal((await othello.get("/events", poll)).code, "BAD_EVENT_QUEUE_ID");
  const [heard] = await watching([othello], () => hamlet.writes("closet"));
  assert.deepEqual(kinds(heard), ["message"]);
});

test("what was unread still is; what was written meanwhile counts as read", async () => {
  const { iago, othello, hamlet } = await newRealm();
  await iago.creates("public", [othello, hamlet]);
  const read = await hamlet.writes("public", { content: "read" });
  const unread = await hamlet.writes("public", { content: "unread" });
  const own = await othello.writes("public", { content: "own" });
  await othello.does("POST", "/messages/flags", { messages: [read], op: "add", flag: "read" });
  const before = await unreadIn(othello);
  assert.ok(before.includes(unread) && !before.includes(read));
  await iago.does("DELETE", `/users/${othello.id}`);
  const missed = await hamlet.writes("public", { content: "missed" });
  await iago.does("POST", `/users/${othello.id}/reactivate`);
  const later = await hamlet.writes("public", { content: "later" });

  assert.deepEqual(await unreadIn(othello), [...before, later]);
  const { messages } = await othello.does("GET", "/messages", { anchor: "newest", num_before: 10, num_after: 0 });
  const ids = messages.map(({ id }: { id: number }) => id);
  assert.deepEqual(ids.slice(-4), [read, unread, own, later], "what did not come is not in the feed");
  assert.ok(!ids.includes(missed));
});

test("where newcomers see no history, what was written meanwhile stays hidden", async () => {
  const { iago, othello, hamlet } = await newRealm();
  await iago.creates("closet", [othello, hamlet], { invite_only: true, history_public_to_subscribers: false });
  const before = await hamlet.writes("closet");
  await iago.does("DELETE", `/users/${othello.id}`);
  const meanwhile = await hamlet.writes("closet", { content: "Now that he is gone" });
  await iago.does("POST", `/users/${othello.id}/reactivate`);
  const after = await hamlet.writes("closet");

  assert.equal((await othello.get(`/messages/${meanwhile}`)).msg, "Invalid message(s)");
  for (const id of [before, after]) assert.equal((await othello.get(`/messages/${id}`)).status, 200);
});

test("it takes an administrator, or the owner of the bot", async () => {
  const realm = await newRealm();
  const { desdemona, iago, shiva, hamlet, othello, cordelia, bot } = realm;
  const insufficient = [400, "BAD_REQUEST", "Insufficient permission"];
  await iago.does("DELETE", `/users/${othello.id}`);
  for (const person of [shiva, hamlet, bot]) {
    assert.deepEqual(await refused(person.post(`/users/${othello.id}/reactivate`)), insufficient, person.fullName);
  }
  assert.deepEqual(await refused(iago.post(`/users/${2 ** 31 - 1}/reactivate`)), [400, "BAD_REQUEST", "No such user"]);
  const elsewhere = await newRealm();
  assert.deepEqual(await refused(iago.post(`/users/${elsewhere.hamlet.id}/reactivate`)), [
    400,
    "BAD_REQUEST",
    "No such user",
  ]);
  await deactivate(realm, bot.id);
  assert.deepEqual(await refused(cordelia.post(`/users/${bot.id}/reactivate`)), insufficient);
  await hamlet.does("POST", `/users/${bot.id}/reactivate`);
  assert.equal((await bot.get("/users/me")).status, 200);
  await desdemona.does("POST", `/users/${othello.id}/reactivate`);
});

test("who is active stays so, and nobody hears of it", async () => {
  const { iago, hamlet, othello } = await newRealm();
  const heard = await watching([iago, hamlet], () => iago.does("POST", `/users/${othello.id}/reactivate`));
  assert.deepEqual(heard, [[], []]);
});

test("bots do not come back with their owner; anyone who brings one back owns it, if nobody else is there", async () => {
  const { iago, hamlet, bot } = await newRealm();
  await iago.does("DELETE", `/users/${hamlet.id}`);
  const ownerOf = async () => (await iago.get(`/users/${bot.id}`))["user"].bot_owner_id;
  const [heard] = await watching([iago], () => iago.does("POST", `/users/${bot.id}/reactivate`));
  assert.equal(await ownerOf(), iago.id);
  const people = heard?.filter(({ type }) => type === "realm_user").map(({ person }) => person);
  assert.deepEqual(people, [
    { user_id: bot.id, is_active: true },
    { user_id: bot.id, bot_owner_id: iago.id },
  ]);
  await iago.does("POST", `/users/${hamlet.id}/reactivate`);
  assert.equal(await ownerOf(), iago.id);
});

test("a bot does not come back beside another of its name, nor where its kind is not allowed", async () => {
  const realm = await newRealm();
  const { iago, hamlet, bot, desdemona } = realm;
  await deactivate(realm, bot.id);
  const namesake = await iago.does("POST", "/bots", { full_name: "Helper", short_name: "other", bot_type: 1 });
  const { msg } = await hamlet.post(`/users/${bot.id}/reactivate`);
  assert.match(msg, /^There is already an active bot named "Helper"/);
  await deactivate(realm, namesake["user_id"]);
  const { state } = await desdemona.registers({ fetch_event_types: ["realm_user_groups"] });
  const nobody = state.realm_user_groups.find(({ name }) => name === "role:nobody")!.id;
  await desdemona.does("PATCH", "/realm", {
    can_create_bots_group: { new: nobody },
    can_create_write_only_bots_group: { new: nobody },
  });
  assert.equal((await hamlet.post(`/users/${bot.id}/reactivate`)).msg, "Insufficient permission");
});
