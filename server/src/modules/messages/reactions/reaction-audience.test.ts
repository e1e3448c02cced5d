import assert from "node:assert/strict";
import { test } from "node:test";
import { countStatements, newRealm, type Person, watching } from "@parlance/testkit";
import { CAR, reactionsOn, reacts, takesBack, told } from "./fixtures/reactions.ts";

const flagsOf = async (person: Person, message: number) =>
  (await person.does("GET", `/messages/${message}`)).message.flags as string[];

const leaves = (person: Person, channel: string) =>
  person.does("DELETE", "/users/me/subscriptions", { subscriptions: [channel] });

const joins = (person: Person, channel: string, others: readonly Person[]) =>
  person.does("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: channel }],
    principals: others.map(({ id }) => id),
  });

test("only who may read a message can react to it, and nobody in an archived channel", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await newRealm();
  await hamlet.creates("open", [hamlet]);
  await hamlet.creates("secret", [hamlet], { invite_only: true });
  const archive = await hamlet.creates("archive", [hamlet]);
  const [open, secret, old] = [
    await hamlet.writes("open"),
    await hamlet.writes("secret"),
    await hamlet.writes("archive"),
  ];
  const direct = await hamlet.writesTo(othello);
  await reacts(hamlet, old, { emoji_name: "octopus" });
  await iago.does("DELETE", `/streams/${archive}`);
  const elsewhere = await newRealm();
  const foreign = await elsewhere.hamlet.writesTo(elsewhere.othello);
  const refused: [Person, number][] = [
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
    for (const act of [reacts, takesBack]) {
      const { status, code, msg } = await act(person, message, { emoji_name: "octopus" });
      assert.deepEqual(
        [person.fullName, status, code, msg],
        [person.fullName, 400, "BAD_REQUEST", "Invalid message(s)"],
      );
    }
  }
  assert.deepEqual(await reactionsOn(hamlet, open), []);
  assert.equal((await reacts(cordelia, open, CAR)).result, "success");
});

test("a message that never came to who reacts becomes their own, and they hear of it from then on", async () => {
  const { hamlet, othello, cordelia, iago } = await newRealm();
  await hamlet.creates("open", [hamlet]);
  const message = await hamlet.writes("open");
  const [toOthello, toCordelia] = await watching([othello, cordelia], () => reacts(othello, message, CAR));
  assert.deepEqual(told(toOthello).length, 1);
  assert.deepEqual(toCordelia, []);
  assert.deepEqual((await flagsOf(othello, message)).toSorted(), ["historical", "read"]);

  const [later, stranger] = await watching([othello, cordelia, iago], async () => {
    await reacts(hamlet, message, { emoji_name: "octopus" });
    await takesBack(othello, message, CAR);
  });
  assert.deepEqual(
    told(later).map(({ op }) => op),
    ["add", "remove"],
  );
  assert.deepEqual(stranger, []);
  assert.deepEqual((await flagsOf(othello, message)).toSorted(), ["historical", "read"]);
});

test("reacting changes nothing about whether a message is read", async () => {
  const { hamlet, othello } = await newRealm();
  const message = await othello.writesTo(hamlet);
  await watching([hamlet], () => reacts(hamlet, message, CAR));
  assert.deepEqual(await flagsOf(hamlet, message), []);
});

test("who has left a public channel still hears of what came before, unless they are a guest", async () => {
  const { hamlet, othello, polonius } = await newRealm();
  await hamlet.creates("open", [hamlet, othello, polonius]);
  const before = await hamlet.writes("open");
  await leaves(othello, "open");
  await leaves(polonius, "open");
  const after = await hamlet.writes("open");
  const [toHamlet, toOthello, toGuest] = await watching([hamlet, othello, polonius], async () => {
    await reacts(hamlet, before, CAR);
    await reacts(hamlet, after, CAR);
  });
  const ids = (events: typeof toHamlet) => told(events).map(({ message_id }) => message_id);
  assert.deepEqual(ids(toHamlet), [before, after]);
  assert.deepEqual(ids(toOthello), [before]);
  assert.deepEqual(toGuest, []);
});

test("of a private channel those who are in it hear; where history is protected, those whom the message came to", async () => {
  const { hamlet, othello, cordelia, desdemona } = await newRealm();
  const secret = { invite_only: true };
  await hamlet.creates("shared", [hamlet, othello], { ...secret, history_public_to_subscribers: true });
  await hamlet.creates("protected", [hamlet, othello], { ...secret, history_public_to_subscribers: false });
  const names = ["shared", "protected"];
  const [shared, guarded] = [await hamlet.writes("shared"), await hamlet.writes("protected")];
  for (const name of names) {
    await joins(hamlet, name, [cordelia]);
    await leaves(othello, name);
  }
  const later = await hamlet.writes("protected");
  const all = await watching([hamlet, othello, cordelia, desdemona], async () => {
    for (const message of [shared, guarded, later]) await reacts(hamlet, message, CAR);
  });
  assert.deepEqual(
    all.map((events) => told(events).map(({ message_id }) => message_id)),
    [[shared, guarded, later], [], [shared, later], []],
  );
  assert.equal((await reacts(cordelia, guarded, CAR)).msg, "Invalid message(s)");
});

test("users whom a group lets read a private channel hear of messages that are theirs, whether or not they subscribe", async () => {
  const { hamlet, othello, cordelia, iago } = await newRealm();
  const granted = { direct_members: [othello.id, cordelia.id], direct_subgroups: [] };
  const secret = { invite_only: true, can_subscribe_group: granted };
  await hamlet.creates("shared", [hamlet], { ...secret, history_public_to_subscribers: true });
  await hamlet.creates("protected", [hamlet, othello], { ...secret, history_public_to_subscribers: false });
  const [shared, guarded] = [await hamlet.writes("shared"), await hamlet.writes("protected")];
  await leaves(othello, "protected");
  const people = [hamlet, othello, cordelia, iago];
  const all = await watching(people, async () => {
    await reacts(othello, shared, CAR);
    await othello.does("POST", "/messages/flags", { messages: [shared, guarded], op: "add", flag: "starred" });
    await reacts(hamlet, guarded, CAR);
    await hamlet.does("DELETE", `/messages/${shared}`);
    await hamlet.does("DELETE", `/messages/${guarded}`);
  });
  assert.deepEqual(
    all.map((events) => told(events).map(({ message_id }) => message_id)),
    [[shared, guarded], [shared, guarded], [], []],
  );
  assert.equal((await reacts(cordelia, guarded, CAR)).msg, "Invalid message(s)");
});

test("of a direct message its people hear, and nobody else", async () => {
  const { hamlet, othello, polonius, desdemona, bot } = await newRealm();
  const message = await hamlet.writesTo([polonius, bot]);
  const all = await watching([hamlet, polonius, bot, othello, desdemona], () => reacts(polonius, message, CAR));
  assert.deepEqual(
    all.map((events) => told(events).length),
    [1, 1, 1, 0, 0],
  );
});

test("a guest who may not know of somebody is not told who reacted", async () => {
  const { desdemona, hamlet, othello, polonius } = await newRealm();
  const { state } = await desdemona.registers({ fetch_event_types: ["realm_user_groups"] });
  const members = state.realm_user_groups.find(({ name }) => name === "role:members")!.id;
  await desdemona.does("PATCH", "/realm", { can_access_all_users_group: { new: members } });
  await hamlet.creates("open", [hamlet, polonius]);
  const message = await hamlet.writes("open");
  const [toGuest, toHamlet] = await watching([polonius, hamlet], async () => {
    await reacts(othello, message, CAR);
    await reacts(hamlet, message, CAR);
  });
  const named = (events: typeof toGuest) =>
    told(events).map(({ user }) => (typeof user === "object" ? [user.full_name, user.email] : []));
  assert.deepEqual(named(toHamlet), [
    [othello.fullName, othello.email],
    [hamlet.fullName, hamlet.email],
  ]);
  const [[unknown, address] = [], known] = named(toGuest);
  assert.deepEqual(known, [hamlet.fullName, hamlet.email]);
  assert.notEqual(unknown, othello.fullName);
  assert.match(String(address), new RegExp(`^user${othello.id}@`));
});

test("who reacted in a topic takes part in it", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await hamlet.creates("open", [hamlet, othello, cordelia]);
  const first = await hamlet.writes("open", { topic: "ghost" });
  await reacts(othello, first, CAR);
  const message = await hamlet.writes("open", { topic: "ghost", content: "@**topic**" });
  assert.ok((await flagsOf(othello, message)).includes("topic_wildcard_mentioned"));
  assert.ok(!(await flagsOf(cordelia, message)).includes("topic_wildcard_mentioned"));
});

test("what people reacted to is found, also after some of them took it back", async () => {
  const { hamlet, othello } = await newRealm();
  const [first, second] = [await hamlet.writesTo(othello), await hamlet.writesTo(othello)];
  for (const message of [first, second]) await reacts(othello, message, CAR);
  await reacts(hamlet, first, CAR);
  await takesBack(othello, first, CAR);
  await takesBack(othello, second, CAR);
  const narrow = [{ operator: "has", operand: "reaction" }];
  const { messages } = await hamlet.does("GET", "/messages", { anchor: "newest", num_before: 10, narrow });
  assert.deepEqual(
    messages.map(({ id }: { id: number }) => id),
    [first],
  );
});

test("a page of messages with reactions asks the database for as much as one without", async () => {
  const { hamlet, othello, cordelia, server } = await newRealm();
  const conversation = [othello, cordelia];
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await hamlet.writesTo(conversation));
  const fetching = async () => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const fetch = () => hamlet.does("GET", "/messages", { anchor: "newest", num_before: 10 });
      counts.push((await countStatements(server.db.pool, fetch)).statements);
    }
    return Math.min(...counts);
  };
  const without = await fetching();
  for (const id of ids) for (const person of conversation) await reacts(person, id, CAR);
  assert.equal(await fetching(), without);
});
