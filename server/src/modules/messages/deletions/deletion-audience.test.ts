import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type ReceivedEvent, watchEvents } from "@parlance/testkit";
import { deleteMessageAs, deletedInEvents, deletedIds, unsubscribe, star } from "./fixtures/delete-messages.ts";

const joins = (person: Parameters<typeof unsubscribe>[0], channel: string, ...others: { id: number }[]) =>
  person.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: channel }],
    principals: others.map(({ id }) => id),
  });

const bodies = (events: ReceivedEvent[] | undefined) => deletedInEvents(events).map(({ id: _, ...event }) => event);

test("in a public channel, subscribers, former subscribers who received the message (except guests), users who starred it, and the deleting user receive the event", async () => {
  const { iago, hamlet, othello, cordelia, polonius, shiva, desdemona, bot } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet, othello, cordelia, polonius]);
  const message = await hamlet.sendToChannel("open", { topic: "ghost" });
  await unsubscribe(othello, "open");
  await unsubscribe(polonius, "open");
  await star(shiva, message);
  await hamlet.sendDirectMessage([othello, shiva, polonius]);
  const later = await hamlet.sendToChannel("open", { topic: "ghost" });
  const people = [hamlet, cordelia, othello, shiva, iago, polonius, desdemona, bot];
  const all = await watchEvents(people, async () => {
    assert.equal((await deleteMessageAs(iago, message)).result, "success");
    assert.equal((await deleteMessageAs(iago, later)).result, "success");
  });
  assert.deepEqual(all.map(deletedIds), [
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

test("in a private channel, only current subscribers receive the event; administrators who are not subscribed do not", async () => {
  const { iago, hamlet, othello, cordelia, desdemona } = await createTestOrganization();
  await hamlet.createChannel("shared", [hamlet, othello], { invite_only: true, history_public_to_subscribers: true });
  const message = await hamlet.sendToChannel("shared");
  await joins(hamlet, "shared", cordelia);
  await unsubscribe(othello, "shared");
  await hamlet.sendDirectMessage(othello);
  const all = await watchEvents([hamlet, cordelia, othello, iago, desdemona], () => deleteMessageAs(hamlet, message));
  assert.deepEqual(all.map(deletedIds), [[message], [message], [], [], []]);
});

test("in a channel with protected history, users who never received the message receive no event", async () => {
  const { iago, hamlet, othello, cordelia, polonius } = await createTestOrganization();
  await hamlet.createChannel("protected", [hamlet, othello, polonius], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const early = await hamlet.sendToChannel("protected");
  await joins(hamlet, "protected", cordelia);
  await unsubscribe(othello, "protected");
  const late = await hamlet.sendToChannel("protected");
  await hamlet.sendDirectMessage(othello);
  const all = await watchEvents([hamlet, polonius, cordelia, othello, iago], async () => {
    for (const message of [early, late]) assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
  });
  assert.deepEqual(all.map(deletedIds), [[early, late], [early, late], [late], [], []]);
});

test("all members of a direct message conversation receive the event, and no other users do", async () => {
  const { iago, desdemona, hamlet, othello, polonius, bot } = await createTestOrganization();
  const [pair, group, self] = [
    await hamlet.sendDirectMessage(othello),
    await hamlet.sendDirectMessage([othello, polonius, bot]),
    await hamlet.sendDirectMessage(hamlet),
  ];
  const all = await watchEvents([hamlet, othello, polonius, bot, iago, desdemona], async () => {
    for (const message of [pair, group, self]) assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
  });
  assert.deepEqual(all.map(deletedIds), [[pair, group, self], [pair, group], [group], [group], [], []]);
  assert.deepEqual(bodies(all[1])[0], { type: "delete_message", message_type: "private", message_ids: [pair] });
});

test("a deleted message no longer counts as unread, starred or a mention for any user", async () => {
  const { iago, hamlet, othello, cordelia, polonius, bot } = await createTestOrganization();
  await iago.createChannel("open", [hamlet, othello, cordelia, polonius, iago]);
  const secret = { invite_only: true, history_public_to_subscribers: false };
  await iago.createChannel("secret", [iago, hamlet, othello], secret);
  const content = `@**all** @**${othello.fullName}|${othello.id}** @**Helper|${bot.id}**`;
  const doomed: number[] = [];
  for (const place of ["open", "secret"]) {
    await iago.sendToChannel(place);
    doomed.push(await iago.sendToChannel(place, { content }));
    await iago.sendToChannel(place, { content });
  }
  for (const people of [[hamlet], [hamlet, othello]]) {
    await iago.sendDirectMessage(people);
    doomed.push(await iago.sendDirectMessage(people, { content: `@**${hamlet.fullName}|${hamlet.id}**` }));
    await iago.sendDirectMessage(people);
  }
  await star(hamlet, ...doomed);
  await star(cordelia, doomed[0] ?? 0);
  const all = await watchEvents([hamlet, othello, cordelia, polonius, bot, iago], async () => {
    for (const message of doomed) assert.equal((await deleteMessageAs(iago, message)).result, "success");
  });
  assert.deepEqual(deletedIds(all[0]), doomed);
  const { state } = await hamlet.registerQueue();
  assert.deepEqual(state["starred_messages"], []);
  assert.equal(state["unread_msgs"].mentions.length, 2);
});

test("when a starred message is deleted, a user who left its private channel, or a guest who left its channel, receives only an event that the star was removed", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  await hamlet.createChannel("open", [hamlet, othello, polonius]);
  const [secret, open] = [await hamlet.sendToChannel("secret"), await hamlet.sendToChannel("open")];
  await star(othello, secret, open);
  await star(polonius, open);
  await unsubscribe(othello, "secret", "open");
  await unsubscribe(polonius, "open");
  await hamlet.sendDirectMessage([othello, polonius]);
  const [toOthello, toGuest] = await watchEvents([othello, polonius], async () => {
    for (const message of [secret, open]) assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
  });
  const outlines = (events: ReceivedEvent[] | undefined) =>
    events?.map(({ type, op, flag, messages, message_ids }) => [type, op, flag, messages ?? message_ids]);
  assert.deepEqual(outlines(toOthello), [
    ["update_message_flags", "remove", "starred", [secret]],
    ["delete_message", undefined, undefined, [open]],
  ]);
  assert.deepEqual(outlines(toGuest), [["update_message_flags", "remove", "starred", [open]]]);
});

test("a client without support for bulk deletion receives one event per message, and a client without support for empty topics receives a name for the topic", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("open", [hamlet]);
  const message = await hamlet.sendToChannel("open", { topic: "" });
  const [old, modern, between] = [
    await hamlet.registerQueue({ client_capabilities: {} }),
    await hamlet.registerQueue(),
    await hamlet.registerQueue({ client_capabilities: { bulk_message_deletion: true } }),
  ];
  assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
  const place = { type: "delete_message", message_type: "stream", stream_id: channel };
  assert.deepEqual(bodies(await old.poll()), [{ ...place, topic: "general chat", message_id: message }]);
  assert.deepEqual(bodies(await modern.poll()), [{ ...place, topic: "", message_ids: [message] }]);
  assert.deepEqual(bodies(await between.poll()), [{ ...place, topic: "general chat", message_ids: [message] }]);
});

test("when a channel's first message is deleted, the next message becomes the first; when no message is left, the next one sent becomes the first", async () => {
  const { iago, hamlet, othello, cordelia, desdemona } = await createTestOrganization();
  const channel = await hamlet.createChannel("secret", [hamlet, othello], { invite_only: true });
  const { messages } = await hamlet.callOrThrow("GET", "/messages", { anchor: "newest", num_before: 5 });
  const notice = messages.at(-1)!.id;
  const second = await othello.sendToChannel("secret");
  await desdemona.callOrThrow("PATCH", `/streams/${channel}`, {
    can_delete_any_message_group: { new: { direct_members: [hamlet.id], direct_subgroups: [] } },
  });
  const all = await watchEvents([hamlet, othello, iago, cordelia], async () => {
    for (const message of [notice, second]) assert.equal((await deleteMessageAs(hamlet, message)).result, "success");
    await hamlet.sendToChannel("secret");
  });
  const firsts = all.map((events) =>
    events.filter(({ property }) => property === "first_message_id").map(({ stream_id, value }) => [stream_id, value]),
  );
  const last = (await hamlet.callOrThrow("GET", `/streams/${channel}`)).stream.first_message_id;
  const expected = [
    [channel, second],
    [channel, null],
    [channel, last],
  ];
  assert.deepEqual(firsts, [expected, expected, expected, []]);
  const [events] = await watchEvents([hamlet], async () =>
    deleteMessageAs(hamlet, await hamlet.sendToChannel("secret")),
  );
  assert.deepEqual(
    events?.filter(({ type }) => type === "stream"),
    [],
  );
});
