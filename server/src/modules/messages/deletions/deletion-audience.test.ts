import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, type ReceivedEvent, watching } from "@parlance/testkit";
import { deletes, gone, goneIds, leaves, stars } from "./fixtures/delete-messages.ts";

const joins = (person: Parameters<typeof leaves>[0], channel: string, ...others: { id: number }[]) =>
  person.does("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: channel }],
    principals: others.map(({ id }) => id),
  });

const bodies = (events: ReceivedEvent[] | undefined) => gone(events).map(({ id: _, ...event }) => event);

test("of a public channel those who are in it hear, who left it, who made the message their own, and who deletes it", async () => {
  const { iago, hamlet, othello, cordelia, polonius, shiva, desdemona, bot } = await newRealm();
  const channel = await hamlet.creates("open", [hamlet, othello, cordelia, polonius]);
  const message = await hamlet.writes("open", { topic: "ghost" });
  await leaves(othello, "open");
  await leaves(polonius, "open");
  await stars(shiva, message);
  await hamlet.writesTo([othello, shiva, polonius]);
  const later = await hamlet.writes("open", { topic: "ghost" });
  const people = [hamlet, cordelia, othello, shiva, iago, polonius, desdemona, bot];
  const all = await watching(people, async () => {
    assert.equal((await deletes(iago, message)).result, "success");
    assert.equal((await deletes(iago, later)).result, "success");
  });
  assert.deepEqual(all.map(goneIds), [
    [message, later],
    [message, later],
    [message],
    [message],
    [message, later],
    [],
    [],
    [],
  ]);
  const place = { type: "delete_message", message_type: "stream", stream_id: channel, topic: "ghost" };
  assert.deepEqual(bodies(all[0]), [
    { ...place, message_ids: [message] },
    { ...place, message_ids: [later] },
  ]);
});

test("of a private channel those who are in it hear, and no administrator", async () => {
  const { iago, hamlet, othello, cordelia, desdemona } = await newRealm();
  await hamlet.creates("shared", [hamlet, othello], { invite_only: true, history_public_to_subscribers: true });
  const message = await hamlet.writes("shared");
  await joins(hamlet, "shared", cordelia);
  await leaves(othello, "shared");
  await hamlet.writesTo(othello);
  const all = await watching([hamlet, cordelia, othello, iago, desdemona], () => deletes(hamlet, message));
  assert.deepEqual(all.map(goneIds), [[message], [message], [], [], []]);
});

test("where history is protected, who never had the message hears nothing", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await newRealm();
  await hamlet.creates("protected", [hamlet, othello, polonius], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const early = await hamlet.writes("protected");
  await joins(hamlet, "protected", cordelia);
  await leaves(othello, "protected");
  const late = await hamlet.writes("protected");
  await hamlet.writesTo(othello);
  const all = await watching([hamlet, polonius, cordelia, othello, iago], async () => {
    for (const message of [early, late]) assert.equal((await deletes(hamlet, message)).result, "success");
  });
  assert.deepEqual(all.map(goneIds), [[early, late], [early, late], [late], [], []]);
});

test("of direct messages the people of the conversation hear, no matter who deletes them", async () => {
  const { iago, desdemona, hamlet, othello, polonius, bot } = await newRealm();
  const [pair, group, self] = [
    await hamlet.writesTo(othello),
    await hamlet.writesTo([othello, polonius, bot]),
    await hamlet.writesTo(hamlet),
  ];
  const all = await watching([hamlet, othello, polonius, bot, iago, desdemona], async () => {
    for (const message of [pair, group, self]) assert.equal((await deletes(hamlet, message)).result, "success");
  });
  assert.deepEqual(all.map(goneIds), [[pair, group, self], [pair, group], [group], [group], [], []]);
  assert.deepEqual(bodies(all[1])[0], { type: "delete_message", message_type: "private", message_ids: [pair] });
});

test("what is deleted is no longer unread, starred or a mention for anybody, wherever it was", async () => {
  const { iago, hamlet, othello, cordelia, polonius, bot } = await newRealm();
  await iago.creates("open", [hamlet, othello, cordelia, polonius, iago]);
  const secret = { invite_only: true, history_public_to_subscribers: false };
  await iago.creates("secret", [iago, hamlet, othello], secret);
  const content = `@**all** @**${othello.fullName}|${othello.id}** @**Helper|${bot.id}**`;
  const doomed: number[] = [];
  for (const place of ["open", "secret"]) {
    await iago.writes(place);
    doomed.push(await iago.writes(place, { content }));
    await iago.writes(place, { content });
  }
  for (const people of [[hamlet], [hamlet, othello]]) {
    await iago.writesTo(people);
    doomed.push(await iago.writesTo(people, { content: `@**${hamlet.fullName}|${hamlet.id}**` }));
    await iago.writesTo(people);
  }
  await stars(hamlet, ...doomed);
  await stars(cordelia, doomed[0] ?? 0);
  const all = await watching([hamlet, othello, cordelia, polonius, bot, iago], async () => {
    for (const message of doomed) assert.equal((await deletes(iago, message)).result, "success");
  });
  assert.deepEqual(goneIds(all[0]), doomed);
  const { state } = await hamlet.registers();
  assert.deepEqual(state["starred_messages"], []);
  assert.equal(state["unread_msgs"].mentions.length, 2);
});

test("who left a private channel only hears that what they starred is gone, and so does a guest who left any", async () => {
  const { hamlet, othello, polonius } = await newRealm();
  await hamlet.creates("secret", [hamlet, othello], { invite_only: true });
  await hamlet.creates("open", [hamlet, othello, polonius]);
  const [secret, open] = [await hamlet.writes("secret"), await hamlet.writes("open")];
  await stars(othello, secret, open);
  await stars(polonius, open);
  await leaves(othello, "secret", "open");
  await leaves(polonius, "open");
  await hamlet.writesTo([othello, polonius]);
  const [toOthello, toGuest] = await watching([othello, polonius], async () => {
    for (const message of [secret, open]) assert.equal((await deletes(hamlet, message)).result, "success");
  });
  const told = (events: ReceivedEvent[] | undefined) =>
    events?.map(({ type, op, flag, messages, message_ids }) => [type, op, flag, messages ?? message_ids]);
  assert.deepEqual(told(toOthello), [
    ["update_message_flags", "remove", "starred", [secret]],
    ["delete_message", undefined, undefined, [open]],
  ]);
  assert.deepEqual(told(toGuest), [["update_message_flags", "remove", "starred", [open]]]);
});

test("clients that know no lists get an event a message, and those that know no empty topic its name", async () => {
  const { hamlet } = await newRealm();
  const channel = await hamlet.creates("open", [hamlet]);
  const message = await hamlet.writes("open", { topic: "" });
  const [old, modern, between] = [
    await hamlet.registers({ client_capabilities: {} }),
    await hamlet.registers(),
    await hamlet.registers({ client_capabilities: { bulk_message_deletion: true } }),
  ];
  assert.equal((await deletes(hamlet, message)).result, "success");
  const place = { type: "delete_message", message_type: "stream", stream_id: channel };
  assert.deepEqual(bodies(await old.polls()), [{ ...place, topic: "general chat", message_id: message }]);
  assert.deepEqual(bodies(await modern.polls()), [{ ...place, topic: "", message_ids: [message] }]);
  assert.deepEqual(bodies(await between.polls()), [{ ...place, topic: "general chat", message_ids: [message] }]);
});

test("a channel's first message is the next one once it is deleted, then none, then the next that is sent", async () => {
  const { iago, hamlet, othello, cordelia, desdemona } = await newRealm();
  const channel = await hamlet.creates("secret", [hamlet, othello], { invite_only: true });
  const { messages } = await hamlet.does("GET", "/messages", { anchor: "newest", num_before: 5 });
  const notice = messages.at(-1)!.id;
  const second = await othello.writes("secret");
  await desdemona.does("PATCH", `/streams/${channel}`, {
    can_delete_any_message_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
  });
  const all = await watching([hamlet, othello, iago, cordelia], async () => {
    for (const message of [notice, second]) assert.equal((await deletes(hamlet, message)).result, "success");
    await hamlet.writes("secret");
  });
  const firsts = all.map((events) =>
    events.filter(({ property }) => property === "first_message_id").map(({ stream_id, value }) => [stream_id, value]),
  );
  const last = (await hamlet.does("GET", `/streams/${channel}`)).stream.first_message_id;
  const told = [
    [channel, second],
    [channel, null],
    [channel, last],
  ];
  assert.deepEqual(firsts, [told, told, told, []]);
  const [events] = await watching([hamlet], async () => deletes(hamlet, await hamlet.writes("secret")));
  assert.deepEqual(
    events?.filter(({ type }) => type === "stream"),
    [],
  );
});
