import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type Client, type ReceivedEvent } from "@parlance/testkit";

const messagesOf = async (client: Client): Promise<ReceivedEvent[]> =>
  (await client.poll()).filter(({ type }) => type === "message");

test("the channel's subscribers receive a message to one of its topics, and users who are not subscribed do not", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const clients = await Promise.all([hamlet, othello, cordelia].map((who) => who.registerQueue()));

  const id = await hamlet.sendToChannel("denmark", { topic: "soliloquy", content: "To be, or *not* to be" });

  const [toHamlet, toOthello, toCordelia] = await Promise.all(clients.map(messagesOf));
  const [event] = toOthello ?? [];
  assert.equal(event?.["message"]?.id, id);
  assert.equal(event["message"].content, "<p>To be, or <em>not</em> to be</p>");
  assert.equal(event["message"].display_recipient, "denmark");
  assert.deepEqual(event["flags"], []);
  assert.equal(toHamlet?.length, 1);
  assert.deepEqual(toCordelia, []);
});

test("after a message is sent, each client's state equals that of a newly registered client", async () => {
  const { hamlet, othello, cordelia, polonius } = await createTestOrganization();
  const users = [hamlet, othello, cordelia, polonius];
  await watchEvents(users, () => hamlet.createChannel("denmark", [hamlet, othello]));
  await watchEvents(users, async () => {
    await hamlet.sendToChannel("denmark", { topic: "Ghost", content: "@**Othello** and @**all**" });
    await othello.sendToChannel("denmark", { topic: "ghost", read_by_sender: true });
    await cordelia.sendToChannel("denmark", { topic: "" });
    await cordelia.sendDirectMessage([hamlet, polonius]);
    await hamlet.sendDirectMessage(hamlet);
    await polonius.sendDirectMessage(hamlet, { read_by_sender: true });
  });
});

test("all members of a direct message conversation receive its messages, and these have the same recipient id regardless of their sender", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  const clients = await Promise.all([hamlet, othello, cordelia].map((who) => who.registerQueue()));
  await hamlet.sendDirectMessage([othello, cordelia]);
  await cordelia.callOrThrow("POST", "/messages", {
    type: "private",
    to: `${hamlet.email}, ${othello.email}`,
    content: "Hi",
  });

  const [toHamlet = [], toOthello = [], toCordelia = []] = await Promise.all(clients.map(messagesOf));
  assert.deepEqual(toHamlet, toOthello);
  assert.deepEqual(toHamlet, toCordelia);
  assert.equal(new Set(toHamlet.map(({ message }) => message?.recipient_id)).size, 1);
  const people = toHamlet[0]?.message?.display_recipient;
  assert.ok(Array.isArray(people));
  assert.deepEqual(people.map(({ full_name }) => full_name).sort(), ["Cordelia", "King Hamlet", "Othello"]);
  assert.equal(toHamlet[0]?.["message"]?.subject, "");
});

test("a direct message to its sender alone is in a conversation with one member", async () => {
  const { hamlet } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  await hamlet.sendDirectMessage(hamlet, { content: "remember" });
  const [event] = await messagesOf(client);
  const people = event?.message?.display_recipient;
  assert.ok(Array.isArray(people));
  assert.deepEqual(
    people.map(({ id }) => id),
    [hamlet.id],
  );
});

test("mentioned users have the flag `mentioned` if they receive the message, and a mentioned bot receives it without a subscription", async () => {
  const { hamlet, othello, cordelia, bot } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const clients = await Promise.all([hamlet, othello, cordelia, bot].map((who) => who.registerQueue()));
  await hamlet.sendToChannel("denmark", { content: "@**Othello** @**Cordelia** @**Helper** @_**King Hamlet**" });

  const [toHamlet = [], toOthello = [], toCordelia = [], toBot = []] = await Promise.all(clients.map(messagesOf));
  assert.deepEqual(
    toOthello.map(({ flags }) => flags),
    [["mentioned"]],
  );
  assert.deepEqual(
    toHamlet.map(({ flags }) => flags),
    [[]],
  );
  assert.deepEqual(toCordelia, [], "not subscribed");
  assert.deepEqual(
    toBot.map(({ flags }) => flags),
    [["mentioned"]],
    "bots are summoned by a mention",
  );
});

test("a bot mentioned in other users' direct messages neither receives nor can read them", async () => {
  const { hamlet, othello, bot } = await createTestOrganization();
  const client = await bot.registerQueue();
  const id = await hamlet.sendDirectMessage(othello, { content: "@**Helper**" });
  assert.deepEqual(await messagesOf(client), []);
  assert.equal((await bot.get(`/messages/${id}`)).msg, "Invalid message(s)");
  assert.equal((await bot.registerQueue()).state.max_message_id, client.state.max_message_id);
});

test("`@all` mentions all subscribers of the channel, and `@topic` the participants of the topic", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello, cordelia]);
  await othello.sendToChannel("denmark", { topic: "Ghost" });
  const clients = await Promise.all([othello, cordelia].map((who) => who.registerQueue()));
  await hamlet.sendToChannel("denmark", { topic: "ghost", content: "@**topic**" });
  await hamlet.sendToChannel("denmark", { topic: "ghost", content: "@**all**" });

  const [toOthello = [], toCordelia = []] = await Promise.all(clients.map(messagesOf));
  const byChannel = ["stream_wildcard_mentioned", "wildcard_mentioned"];
  assert.deepEqual(
    toOthello.map(({ flags }) => flags),
    [["topic_wildcard_mentioned", "wildcard_mentioned"], byChannel],
  );
  assert.deepEqual(
    toCordelia.map(({ flags }) => flags),
    [[], byChannel],
  );
});

test("clients receive Markdown if they request it, and a name for the empty topic if they do not support empty topics", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const old = await hamlet.registerQueue({ client_capabilities: {}, apply_markdown: false });
  await hamlet.sendToChannel("denmark", { topic: "", content: "*x*" });
  const [event] = await messagesOf(old);
  assert.deepEqual([event?.["message"]?.subject, event?.["message"]?.content], ["general chat", "*x*"]);
});

test("too long contents and topics are truncated instead of rejected", async () => {
  const { hamlet } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const client = await hamlet.registerQueue({ apply_markdown: false });
  await hamlet.sendToChannel("denmark", { topic: "t".repeat(70), content: "\n\n" + "𝒜".repeat(10_500) });
  const [event] = await messagesOf(client);
  assert.equal(event?.["message"]?.subject, `${"t".repeat(57)}...`);
  assert.equal(Array.from(event["message"].content).length, 10_000);
  assert.ok(event["message"].content.endsWith("\n[message truncated]"));
});

test("an event queue with a narrow receives only messages that match the narrow", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark", [hamlet, othello]);
  const narrow = [
    ["stream", "Denmark"],
    ["topic", "GHOST"],
  ];
  const client = await othello.registerQueue({ narrow });
  const ids = [
    await hamlet.sendToChannel("denmark", { topic: "ghost" }),
    await hamlet.sendToChannel("denmark", { topic: "other" }),
    await hamlet.sendDirectMessage(othello),
  ];
  assert.deepEqual(
    (await messagesOf(client)).map(({ message }) => message?.id),
    ids.slice(0, 1),
  );
  assert.equal((await othello.post("/register", { narrow: [["search", "x"]] })).msg, "Operator search not supported.");
});

test("an event queue for all public channels receives messages of public channels to which its user is not subscribed", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("public");
  await hamlet.createChannel("private", [hamlet], { invite_only: true });
  const client = await othello.registerQueue({ all_public_streams: true });
  const id = await hamlet.sendToChannel("public");
  await hamlet.sendToChannel("private");
  const events = await messagesOf(client);
  assert.deepEqual(
    events.map(({ message, flags }) => [message?.id, flags]),
    [[id, []]],
  );
  assert.equal(
    (await polonius.post("/register", { all_public_streams: true })).msg,
    "User not authorized for this query",
  );
});
