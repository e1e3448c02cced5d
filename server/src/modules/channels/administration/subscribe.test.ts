import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  testServer,
  watchEvents,
  type Parameters,
  type TestUser,
  type ReceivedEvent,
} from "@parlance/testkit";

await testServer();

const kinds = (events: readonly ReceivedEvent[] = []): string[] =>
  events.filter(({ type }) => type !== "message").map(({ type, op = "" }) => `${type}/${op}`);

const subscribe = (person: TestUser, names: readonly string[], more: Parameters = {}) =>
  person.post("/users/me/subscriptions", { subscriptions: names.map((name) => ({ name })), ...more });
const unsubscribe = (person: TestUser, names: readonly string[], more: Parameters = {}) =>
  person.delete("/users/me/subscriptions", { subscriptions: names, ...more });

async function subscriptionsOf(person: TestUser, more: Parameters = {}) {
  const { subscriptions } = await person.get("/users/me/subscriptions", more);
  return subscriptions as { name: string; color: string; subscribers?: number[]; subscriber_count: number }[];
}
const namesOf = async (person: TestUser) => (await subscriptionsOf(person)).map(({ name }) => name);

test("a request to subscribe to a channel creates the channel if it does not exist", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("old");
  const answer = await subscribe(othello, ["OLD", "new"]);
  assert.deepEqual(answer.subscribed, { [othello.id]: ["old", "new"] });
  assert.deepEqual(answer.already_subscribed, {});
  assert.equal(answer.new_subscription_messages_sent, true);
  assert.equal("unauthorized" in answer, false);
  assert.deepEqual(await namesOf(othello), ["new", "old"]);
  const again = await subscribe(othello, ["new"]);
  assert.deepEqual([again.subscribed, again.already_subscribed], [{}, { [othello.id]: ["new"] }]);
});

test("a request to subscribe is rejected if it would create a channel with an invalid name or description", async () => {
  const { hamlet } = await createTestOrganization();
  const errorMessage = async (channel: object) => {
    const { status, code, msg } = await hamlet.call("POST", "/users/me/subscriptions", { subscriptions: [channel] });
    assert.deepEqual([status, code], [400, "BAD_REQUEST"]);
    return msg;
  };
  assert.equal(await errorMessage({ name: "ab\0" }), "Invalid character in channel name, at position 3.");
  assert.equal(await errorMessage({ name: "a\ud800" }), "Invalid character in channel name, at position 2.");
  const described = (description: string) => errorMessage({ name: "new", description });
  assert.equal(await described("a\0"), 'Invalid subscriptions[0]["description"]: it contains null bytes');
  assert.equal(await described("a\ud800"), 'Invalid subscriptions[0]["description"]: it contains unpaired surrogates');
});

test("all users who can see a channel receive an event when users are subscribed or unsubscribed", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, polonius]);
  const people = [hamlet, othello, cordelia, polonius];
  const [, own, other, guest] = await watchEvents(people, () => subscribe(othello, ["open"]));
  assert.deepEqual(kinds(own), ["subscription/add"]);
  const [joined] = own ?? [];
  assert.ok(joined?.type === "subscription" && joined.op === "add");
  assert.deepEqual(joined.subscriptions[0]?.subscribers, [hamlet.id, othello.id, polonius.id]);
  assert.deepEqual([kinds(other), kinds(guest)], [["subscription/peer_add"], ["subscription/peer_add"]]);

  const [, gone, subscribed, forGuest] = await watchEvents(people, () => unsubscribe(othello, ["open"]));
  assert.deepEqual(kinds(gone), ["subscription/remove"]);
  assert.deepEqual([kinds(subscribed), kinds(forGuest)], [["subscription/peer_remove"], ["subscription/peer_remove"]]);
});

test("when users are unsubscribed together, each of them receives an event about the others, and the remaining subscribers one about all of them", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const people = [hamlet, othello, cordelia, polonius];
  for (const name of ["stage", "wings"]) await iago.createChannel(name, people);
  const principals = [hamlet.id, othello.id, polonius.id];
  const received = await watchEvents(people, () =>
    iago.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["stage", "wings"], principals }),
  );
  const left = received.map((events) =>
    events.filter(({ op }) => op === "peer_remove").map(({ user_ids }) => user_ids),
  );
  assert.deepEqual(left.slice(0, 3), [[[othello.id, polonius.id]], [[hamlet.id, polonius.id]], [principals]]);
});

test("if one user joins many channels, others receive one event, and guests receive it only for channels they are subscribed to", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const a = await hamlet.createChannel("a", [polonius]);
  const b = await hamlet.createChannel("b", [polonius]);
  const c = await hamlet.createChannel("c", []);
  const [own, other, guest] = await watchEvents([othello, cordelia, polonius], () =>
    subscribe(othello, ["a", "b", "c"]),
  );
  assert.deepEqual(kinds(own), ["subscription/add"]);
  assert.deepEqual(
    other?.map(({ stream_ids, user_ids }) => [stream_ids, user_ids]),
    [[[a, b, c], [othello.id]]],
  );
  assert.deepEqual(
    guest?.map(({ stream_ids }) => stream_ids),
    [[a, b]],
  );
});

test("if many users join a channel, others receive one event", async () => {
  const { hamlet, othello, cordelia, shiva, iago } = await createTestOrganization();
  const id = await hamlet.createChannel("crowd", []);
  const principals = [othello.id, cordelia.email, shiva.id];
  const mixed = await subscribe(hamlet, ["crowd"], { principals });
  assert.equal(mixed.msg, "principals[1] is not an integer");
  const [subscribed, joined] = await watchEvents([iago, cordelia], () =>
    subscribe(hamlet, ["crowd"], { principals: [othello.email, cordelia.email.toUpperCase(), shiva.email] }),
  );
  assert.deepEqual(
    subscribed?.map(({ stream_ids, user_ids }) => [stream_ids, user_ids]),
    [[[id], [shiva.id, cordelia.id, othello.id]]],
  );
  assert.deepEqual(kinds(joined), ["subscription/add"]);
});

test("a new subscriber of a private channel first receives an event with the channel, and a user who unsubscribes receives an event that it was deleted", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  const id = await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const people = [othello, cordelia, iago];
  const [own, outsider, administrator] = await watchEvents(people, () =>
    subscribe(hamlet, ["secret"], { principals: [othello.id] }),
  );
  assert.deepEqual(kinds(own), ["stream/create", "subscription/add"]);
  assert.deepEqual([kinds(outsider), kinds(administrator)], [[], ["subscription/peer_add"]]);
  const [gone, , subscribed] = await watchEvents(people, () => unsubscribe(othello, ["secret"]));
  assert.deepEqual(kinds(gone), ["subscription/remove", "stream/delete"]);
  assert.deepEqual(gone?.[1]?.["stream_ids"], [id]);
  assert.deepEqual(kinds(subscribed), ["subscription/peer_remove"]);
  assert.equal((await othello.get(`/streams/${id}`)).msg, "Invalid channel ID");
});

test("a user receives exactly the messages sent between subscribing and unsubscribing", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("room");
  const polling = await othello.registerQueue({ event_types: ["message"] });
  const late = await othello.registerQueue({ event_types: ["message"] });
  const received: string[] = [];
  const send = async (content: string) => {
    await polling.poll();
    await hamlet.sendToChannel("room", { content });
    received.push(...(await polling.poll()).map(({ message }) => message?.content as string));
  };
  await send("before");
  await subscribe(othello, ["room"]);
  await send("during");
  await unsubscribe(othello, ["room"]);
  await send("after");
  await subscribe(othello, ["room"]);
  await send("again");
  assert.deepEqual(received, ["<p>during</p>", "<p>again</p>"]);
  assert.deepEqual(
    (await late.poll()).map(({ message }) => message?.content),
    received,
  );
});

test("each new subscription gets a different color until all are used, and a user who subscribes again gets the earlier color", async () => {
  const { hamlet } = await createTestOrganization();
  const names = Array.from({ length: 30 }, (_, index) => `channel ${String(index).padStart(2, "0")}`);
  await subscribe(hamlet, names);
  const colors = new Map((await subscriptionsOf(hamlet)).map(({ name, color }) => [name, color]));
  assert.equal(new Set(colors.values()).size, 24);
  await unsubscribe(hamlet, names.slice(3, 5));
  assert.equal((await namesOf(hamlet)).length, 28);
  await subscribe(hamlet, ["other", ...names]);
  for (const { name, color } of await subscriptionsOf(hamlet)) {
    if (name !== "other") assert.equal(color, colors.get(name));
  }
});

test("messages that were sent before a user subscribed are read for the user", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("room");
  await hamlet.sendToChannel("room");
  await subscribe(othello, ["room"]);
  assert.equal((await othello.registerQueue()).state["unread_msgs"].count, 0);
  await hamlet.sendToChannel("room");
  assert.equal((await othello.registerQueue()).state["unread_msgs"].count, 1);
  await unsubscribe(othello, ["room"]);
  await subscribe(othello, ["room"]);
  assert.equal((await othello.registerQueue()).state["unread_msgs"].count, 0);
});

test("a channel that the user cannot access makes the request fail or is listed in the response, depending on a parameter", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("open");
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const refused = await subscribe(othello, ["open", "secret", "unborn"]);
  assert.deepEqual(
    [refused.status, refused.code, refused.msg],
    [400, "BAD_REQUEST", "Unable to access channel (secret)."],
  );
  assert.deepEqual(await namesOf(othello), []);
  const partial = await subscribe(othello, ["open", "secret"], { authorization_errors_fatal: false });
  assert.deepEqual([partial.subscribed, partial.unauthorized], [{ [othello.id]: ["open"] }, ["secret"]]);
});

test("only users with the permission to subscribe to a private channel can subscribe to it themselves", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  const group = { direct_members: [othello.id], direct_subgroups: [] };
  await hamlet.createChannel("club", [hamlet], { invite_only: true, can_subscribe_group: group });
  assert.equal((await subscribe(iago, ["club"])).msg, "Unable to access channel (club).");
  const [own] = await watchEvents([othello], () => subscribe(othello, ["club"]));
  assert.deepEqual(kinds(own), ["subscription/add"]);
  const [gone] = await watchEvents([othello], () => unsubscribe(othello, ["club"]));
  assert.deepEqual(kinds(gone), ["subscription/remove"]);
});

test("subscribing other users requires the permission of the organization or the channel, or administering the channel", async () => {
  const { desdemona, hamlet, othello, cordelia, shiva } = await createTestOrganization();
  const emptyGroup = { direct_members: [], direct_subgroups: [] };
  await desdemona.callOrThrow("PATCH", "/realm", { can_add_subscribers_group: { new: emptyGroup } });
  const group = { direct_members: [cordelia.id], direct_subgroups: [] };
  await hamlet.createChannel("house", [], { can_add_subscribers_group: group });
  const adding = async (person: TestUser) => (await subscribe(person, ["house"], { principals: [othello.id] })).msg;
  assert.equal(await adding(shiva), "Insufficient permission");
  assert.equal(await adding(cordelia), "");
  assert.equal(await adding(hamlet), "");
  assert.equal(await adding(desdemona), "");
});

test("users to be subscribed must exist and be active, and guests cannot subscribe themselves", async () => {
  const { iago, hamlet, othello, polonius } = await createTestOrganization();
  assert.equal((await subscribe(polonius, ["x"])).msg, "Not allowed for guest users");
  const add = async (principals: unknown[]) => (await subscribe(hamlet, ["x"], { principals })).msg;
  assert.equal(await add([987_654_321]), "No such user");
  assert.equal(await add([2 ** 40]), "No such user");
  assert.equal(await add(["nobody@example.com"]), "No such user");
  await iago.callOrThrow("DELETE", `/users/${othello.id}`);
  assert.equal(await add([othello.id]), "User is deactivated");
});

test("a user who is subscribed by another user receives a notice, unless the request disables it", async () => {
  const { hamlet, othello, bot } = await createTestOrganization();
  await hamlet.createChannel("a");
  await hamlet.createChannel("b");
  await hamlet.createChannel("c");
  const contents = async (names: string[], more: Parameters) => {
    const [received] = await watchEvents([othello], () =>
      subscribe(hamlet, names, { principals: [othello.id, bot.id], ...more }),
    );
    return received?.flatMap(({ type, message }) => (type === "message" ? [message.content] : [])) ?? [];
  };
  const [one] = await contents(["a"], {});
  assert.match(one ?? "", /King Hamlet<\/span> subscribed you to <a[^>]*>#a<\/a>\.<\/p>$/);
  const [several] = await contents(["b", "c"], {});
  assert.match(
    several ?? "",
    /subscribed you to the following channels:<\/p>\s*<ul>\s*<li><a[^>]*>#b<.*\s*<li><a[^>]*>#c</,
  );
  assert.deepEqual(await contents(["a"], {}), []);
  const quiet = await subscribe(hamlet, ["a"], { principals: [bot.id], send_new_subscription_messages: false });
  assert.equal("new_subscription_messages_sent" in quiet, false);
});

test("the response to unsubscribing lists the channels the user was and was not subscribed to, and unknown names are rejected", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("a");
  await hamlet.createChannel("b", []);
  await othello.createChannel("secret", [othello], { invite_only: true });
  const answer = await unsubscribe(hamlet, ["A", "b"]);
  assert.deepEqual([answer.removed, answer.not_removed], [["a"], ["b"]]);
  const refused = await unsubscribe(hamlet, ["a", "secret", "void"]);
  assert.deepEqual(
    [refused.status, refused.code, refused.msg],
    [400, "STREAM_DOES_NOT_EXIST", "Channel(s) (secret, void) do not exist"],
  );
});

test("unsubscribing other users requires administering the organization or the channel, or the channel's permission", async () => {
  const { hamlet, othello, cordelia, shiva, iago, polonius, bot } = await createTestOrganization();
  const group = { direct_members: [cordelia.id], direct_subgroups: [] };
  const users = [hamlet, othello, cordelia, shiva, iago, polonius, bot];
  await hamlet.createChannel("house", users, { invite_only: true, can_remove_subscribers_group: group });
  const removing = async (by: TestUser, user: TestUser) => {
    const { msg, removed } = await unsubscribe(by, ["house"], { principals: [user.id] });
    return msg || removed.length;
  };
  assert.equal(await removing(shiva, othello), "Insufficient permission");
  assert.equal(await removing(othello, bot), "Insufficient permission");
  assert.equal(await removing(hamlet, bot), 1);
  assert.equal(await removing(cordelia, othello), 1);
  assert.equal(await removing(hamlet, shiva), 1);
  assert.equal(await removing(iago, cordelia), 1);
  assert.equal(await removing(polonius, polonius), 1);
});

test("a channel's subscriber count changes when users subscribe and unsubscribe", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("room", [hamlet, othello]);
  const count = async () => (await subscriptionsOf(hamlet))[0]?.subscriber_count;
  assert.equal(await count(), 2);
  await subscribe(cordelia, ["room"]);
  await unsubscribe(othello, ["room"]);
  assert.equal(await count(), 2);
  await unsubscribe(cordelia, ["room"]);
  assert.equal(await count(), 1);
});

test("subscriber counts are correct after concurrent subscribing and unsubscribing", async () => {
  const { hamlet, othello, cordelia, shiva, iago, desdemona } = await createTestOrganization();
  const names = ["x", "y", "z"];
  await subscribe(hamlet, names);
  const users = [othello, cordelia, shiva, iago, desdemona];
  await Promise.all(users.map((person, index) => subscribe(person, index % 2 ? names : names.toReversed())));
  for (const { subscribers, subscriber_count } of await subscriptionsOf(hamlet, { include_subscribers: "true" })) {
    assert.deepEqual([subscriber_count, subscribers?.length], [6, 6]);
  }
});

test("if several users subscribe to a nonexistent channel at the same time, one channel is created and all are subscribed to it", async () => {
  const { hamlet, othello, cordelia, shiva } = await createTestOrganization();
  const answers = await Promise.all([hamlet, othello, cordelia, shiva].map((person) => subscribe(person, ["a", "b"])));
  assert.deepEqual(
    answers.map(({ msg }) => msg),
    ["", "", "", ""],
  );
  const [channel] = await subscriptionsOf(hamlet, { include_subscribers: "true" });
  assert.deepEqual([channel?.subscriber_count, channel?.subscribers?.length], [4, 4]);
});

test("messages that a user marked as unread are read after the user unsubscribes from their channel", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("a", [hamlet, othello]);
  await hamlet.createChannel("b", [hamlet, othello]);
  const marked = [await hamlet.sendToChannel("a"), await hamlet.sendToChannel("b")];
  await server.db.write((tx) =>
    tx
      .insertInto("unread_exception")
      .values(marked.map((message_id) => ({ user_id: othello.id, message_id })))
      .execute(),
  );
  await unsubscribe(othello, ["a"]);
  const left = await server.db.reader
    .selectFrom("unread_exception")
    .select("message_id")
    .where("user_id", "=", othello.id)
    .orderBy("message_id")
    .execute();
  assert.deepEqual(left, [{ message_id: marked[1] }]);
});
