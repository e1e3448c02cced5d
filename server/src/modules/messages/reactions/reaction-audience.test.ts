import assert from "node:assert/strict";
import { test } from "node:test";
import { countStatements, createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";
import { CAR, reactionsSeenBy, reactAs, removeReactionAs, reactionEvents } from "./fixtures/reactions.ts";

const flagsOf = async (person: TestUser, message: number) =>
  (await person.callOrThrow("GET", `/messages/${message}`)).message.flags as string[];

const leaves = (person: TestUser, channel: string) =>
  person.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: [channel] });

const joins = (person: TestUser, channel: string, others: readonly TestUser[]) =>
  person.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: channel }],
    principals: others.map(({ id }) => id),
  });

test("users can react only to messages that they can read, and not in archived channels", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet]);
  await hamlet.createChannel("secret", [hamlet], { invite_only: true });
  const archive = await hamlet.createChannel("archive", [hamlet]);
  const [open, secret, old] = [
    await hamlet.sendToChannel("open"),
    await hamlet.sendToChannel("secret"),
    await hamlet.sendToChannel("archive"),
  ];
  const direct = await hamlet.sendDirectMessage(othello);
  await reactAs(hamlet, old, { emoji_name: "octopus" });
  await iago.callOrThrow("DELETE", `/streams/${archive}`);
  const elsewhere = await createTestOrganization();
  const foreign = await elsewhere.hamlet.sendDirectMessage(elsewhere.othello);
  const refused: [TestUser, number][] = [
    [polonius, open],
    [cordelia, secret],
    [iago, secret],
    [cordelia, direct],
    [hamlet, old],
    [hamlet, foreign],
    [hamlet, 0],
    [hamlet, 9_007_199_254_740_991],
  ];
  for (const [person, message] of refused) {
    for (const act of [reactAs, removeReactionAs]) {
      const { status, code, msg } = await act(person, message, { emoji_name: "octopus" });
      assert.deepEqual(
        [person.fullName, status, code, msg],
        [person.fullName, 400, "BAD_REQUEST", "Invalid message(s)"],
      );
    }
  }
  assert.deepEqual(await reactionsSeenBy(hamlet, open), []);
  assert.equal((await reactAs(cordelia, open, CAR)).result, "success");
});

test("users who react to a message that they did not receive get events about it from then on", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet]);
  const message = await hamlet.sendToChannel("open");
  const [toOthello, toCordelia] = await watchEvents([othello, cordelia], () => reactAs(othello, message, CAR));
  assert.deepEqual(reactionEvents(toOthello).length, 1);
  assert.deepEqual(toCordelia, []);
  assert.deepEqual((await flagsOf(othello, message)).toSorted(), ["historical", "read"]);

  const [later, uninvolved] = await watchEvents([othello, cordelia, iago], async () => {
    await reactAs(hamlet, message, { emoji_name: "octopus" });
    await removeReactionAs(othello, message, CAR);
  });
  assert.deepEqual(
    reactionEvents(later).map(({ op }) => op),
    ["add", "remove"],
  );
  assert.deepEqual(uninvolved, []);
  assert.deepEqual((await flagsOf(othello, message)).toSorted(), ["historical", "read"]);
});

test("reacting to a message does not mark it as read", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const message = await othello.sendDirectMessage(hamlet);
  await watchEvents([hamlet], () => reactAs(hamlet, message, CAR));
  assert.deepEqual(await flagsOf(hamlet, message), []);
});

test("former subscribers of a public channel receive events about reactions to messages they had received, but guests do not", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello, polonius]);
  const before = await hamlet.sendToChannel("open");
  await leaves(othello, "open");
  await leaves(polonius, "open");
  const after = await hamlet.sendToChannel("open");
  const [toHamlet, toOthello, toGuest] = await watchEvents([hamlet, othello, polonius], async () => {
    await reactAs(hamlet, before, CAR);
    await reactAs(hamlet, after, CAR);
  });
  const ids = (events: typeof toHamlet) => reactionEvents(events).map(({ message_id }) => message_id);
  assert.deepEqual(ids(toHamlet), [before, after]);
  assert.deepEqual(ids(toOthello), [before]);
  assert.deepEqual(toGuest, []);
});

test("in a private channel, only subscribers receive events about reactions, and with protected history only those who received the message", async () => {
  const { hamlet, othello, cordelia, desdemona } = await createTestOrganization();
  const secret = { invite_only: true };
  await hamlet.createChannel("shared", [hamlet, othello], { ...secret, history_public_to_subscribers: true });
  await hamlet.createChannel("protected", [hamlet, othello], { ...secret, history_public_to_subscribers: false });
  const names = ["shared", "protected"];
  const [shared, guarded] = [await hamlet.sendToChannel("shared"), await hamlet.sendToChannel("protected")];
  for (const name of names) {
    await joins(hamlet, name, [cordelia]);
    await leaves(othello, name);
  }
  const later = await hamlet.sendToChannel("protected");
  const all = await watchEvents([hamlet, othello, cordelia, desdemona], async () => {
    for (const message of [shared, guarded, later]) await reactAs(hamlet, message, CAR);
  });
  assert.deepEqual(
    all.map((events) => reactionEvents(events).map(({ message_id }) => message_id)),
    [[shared, guarded, later], [], [shared, later], []],
  );
  assert.equal((await reactAs(cordelia, guarded, CAR)).msg, "Invalid message(s)");
});

test("a user who can read a private channel by a permission receives events about reactions to messages he or she received or reacted to", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  const granted = { direct_members: [othello.id, cordelia.id], direct_subgroups: [] };
  const secret = { invite_only: true, can_subscribe_group: granted };
  await hamlet.createChannel("shared", [hamlet], { ...secret, history_public_to_subscribers: true });
  await hamlet.createChannel("protected", [hamlet, othello], { ...secret, history_public_to_subscribers: false });
  const [shared, guarded] = [await hamlet.sendToChannel("shared"), await hamlet.sendToChannel("protected")];
  await leaves(othello, "protected");
  const people = [hamlet, othello, cordelia, iago];
  const all = await watchEvents(people, async () => {
    await reactAs(othello, shared, CAR);
    await othello.callOrThrow("POST", "/messages/flags", { messages: [shared, guarded], op: "add", flag: "starred" });
    await reactAs(hamlet, guarded, CAR);
    await hamlet.callOrThrow("DELETE", `/messages/${shared}`);
    await hamlet.callOrThrow("DELETE", `/messages/${guarded}`);
  });
  assert.deepEqual(
    all.map((events) => reactionEvents(events).map(({ message_id }) => message_id)),
    [[shared, guarded], [shared, guarded], [], []],
  );
  assert.equal((await reactAs(cordelia, guarded, CAR)).msg, "Invalid message(s)");
});

test("only members of a direct message conversation receive events about reactions in it", async () => {
  const { hamlet, othello, polonius, desdemona, bot } = await createTestOrganization();
  const message = await hamlet.sendDirectMessage([polonius, bot]);
  const all = await watchEvents([hamlet, polonius, bot, othello, desdemona], () => reactAs(polonius, message, CAR));
  assert.deepEqual(
    all.map((events) => reactionEvents(events).length),
    [1, 1, 1, 0, 0],
  );
});

test("reaction events for a guest do not reveal a user whom the guest cannot see", async () => {
  const { desdemona, hamlet, othello, polonius } = await createTestOrganization();
  const { state } = await desdemona.registerQueue({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.callOrThrow("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await hamlet.createChannel("open", [hamlet, polonius]);
  const message = await hamlet.sendToChannel("open");
  const [toGuest, toHamlet] = await watchEvents([polonius, hamlet], async () => {
    await reactAs(othello, message, CAR);
    await reactAs(hamlet, message, CAR);
  });
  const named = (events: typeof toGuest) =>
    reactionEvents(events).map(({ user }) => (typeof user === "object" ? [user.full_name, user.email] : []));
  assert.deepEqual(named(toHamlet), [
    [othello.fullName, othello.email],
    [hamlet.fullName, hamlet.email],
  ]);
  const [[unknown, address] = [], known] = named(toGuest);
  assert.deepEqual(known, [hamlet.fullName, hamlet.email]);
  assert.notEqual(unknown, othello.fullName);
  assert.match(String(address), new RegExp(`^user${othello.id}@`));
});

test("a user who reacts in a topic becomes a participant of it", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("open", [hamlet, othello, cordelia]);
  const first = await hamlet.sendToChannel("open", { topic: "ghost" });
  await reactAs(othello, first, CAR);
  const message = await hamlet.sendToChannel("open", { topic: "ghost", content: "@**topic**" });
  assert.ok((await flagsOf(othello, message)).includes("topic_wildcard_mentioned"));
  assert.ok(!(await flagsOf(cordelia, message)).includes("topic_wildcard_mentioned"));
});

test("a search for messages with reactions finds a message as long as one user's reaction is left", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [first, second] = [await hamlet.sendDirectMessage(othello), await hamlet.sendDirectMessage(othello)];
  for (const message of [first, second]) await reactAs(othello, message, CAR);
  await reactAs(hamlet, first, CAR);
  await removeReactionAs(othello, first, CAR);
  await removeReactionAs(othello, second, CAR);
  const narrow = [{ operator: "has", operand: "reaction" }];
  const { messages } = await hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 10, narrow });
  assert.deepEqual(
    messages.map(({ id }: { id: number }) => id),
    [first],
  );
});

test("fetching a page of messages with reactions executes as many statements as fetching one without", async () => {
  const { hamlet, othello, cordelia, server } = await createTestOrganization();
  const conversation = [othello, cordelia];
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await hamlet.sendDirectMessage(conversation));
  const fetching = async () => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const fetch = () => hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 10 });
      counts.push((await countStatements(server.db.pool, fetch)).statements);
    }
    return Math.min(...counts);
  };
  const without = await fetching();
  for (const id of ids) for (const person of conversation) await reactAs(person, id, CAR);
  assert.equal(await fetching(), without);
});
