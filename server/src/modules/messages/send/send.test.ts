import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, watching, type Client, type ReceivedEvent } from "@parlance/testkit";

const messagesOf = async (client: Client): Promise<ReceivedEvent[]> =>
  (await client.polls()).filter(({ type }) => type === "message");

test("a message to a topic reaches the channel's subscribers, and nobody else", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const clients = await Promise.all([hamlet, othello, cordelia].map((who) => who.registers()));

  const id = await hamlet.writes("denmark", { topic: "soliloquy", content: "To be, or *not* to be" });

  const [toHamlet, toOthello, toCordelia] = await Promise.all(clients.map(messagesOf));
  const [event] = toOthello ?? [];
  assert.equal(event?.["message"]?.id, id);
  assert.equal(event["message"].content, "<p>To be, or <em>not</em> to be</p>");
  assert.equal(event["message"].display_recipient, "denmark");
  assert.deepEqual(event["flags"], []);
  assert.equal(toHamlet?.length, 1);
  assert.deepEqual(toCordelia, []);
});

test("what is sent explains what each reader's client knows afterwards", async () => {
  const { hamlet, othello, cordelia, polonius } = await newRealm();
  const everybody = [hamlet, othello, cordelia, polonius];
  await watching(everybody, () => hamlet.creates("denmark", [hamlet, othello]));
  await watching(everybody, async () => {
    await hamlet.writes("denmark", { topic: "Ghost", content: "@**Othello** and @**all**" });
    await othello.writes("denmark", { topic: "ghost", read_by_sender: true });
    await cordelia.writes("denmark", { topic: "" });
    await cordelia.writesTo([hamlet, polonius]);
    await hamlet.writesTo(hamlet);
    await polonius.writesTo(hamlet, { read_by_sender: true });
  });
});

test("direct messages reach everybody in the conversation, no matter who writes, under one recipient", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  const clients = await Promise.all([hamlet, othello, cordelia].map((who) => who.registers()));
  await hamlet.writesTo([othello, cordelia]);
  await cordelia.does("POST", "/messages", { type: "private", to: `${hamlet.email}, ${othello.email}`, content: "Hi" });

  const [toHamlet = [], toOthello = [], toCordelia = []] = await Promise.all(clients.map(messagesOf));
  assert.deepEqual(toHamlet, toOthello);
  assert.deepEqual(toHamlet, toCordelia);
  assert.equal(new Set(toHamlet.map(({ message }) => message?.recipient_id)).size, 1);
  const people = toHamlet[0]?.message?.display_recipient;
  assert.ok(Array.isArray(people));
  assert.deepEqual(people.map(({ full_name }) => full_name).sort(), ["Cordelia", "King Hamlet", "Othello"]);
  assert.equal(toHamlet[0]?.["message"]?.subject, "");
});

test("a note to oneself is a conversation of one", async () => {
  const { hamlet } = await newRealm();
  const client = await hamlet.registers();
  await hamlet.writesTo(hamlet, { content: "remember" });
  const [event] = await messagesOf(client);
  const people = event?.message?.display_recipient;
  assert.ok(Array.isArray(people));
  assert.deepEqual(
    people.map(({ id }) => id),
    [hamlet.id],
  );
});

test("who is mentioned is told so, and only if the message reaches them", async () => {
  const { hamlet, othello, cordelia, bot } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const clients = await Promise.all([hamlet, othello, cordelia, bot].map((who) => who.registers()));
  await hamlet.writes("denmark", { content: "@**Othello** @**Cordelia** @**Helper** @_**King Hamlet**" });

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

test("a bot that is mentioned in a direct conversation of others receives nothing and reads nothing", async () => {
  const { hamlet, othello, bot } = await newRealm();
  const client = await bot.registers();
  const id = await hamlet.writesTo(othello, { content: "@**Helper**" });
  assert.deepEqual(await messagesOf(client), []);
  assert.equal((await bot.get(`/messages/${id}`)).msg, "Invalid message(s)");
  assert.equal((await bot.registers()).state.max_message_id, client.state.max_message_id);
});

test("a mention of the channel is everybody's, a mention of the topic its writers'", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello, cordelia]);
  await othello.writes("denmark", { topic: "Ghost" });
  const clients = await Promise.all([othello, cordelia].map((who) => who.registers()));
  await hamlet.writes("denmark", { topic: "ghost", content: "@**topic**" });
  await hamlet.writes("denmark", { topic: "ghost", content: "@**all**" });

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

test("a client is given the source where it asked for it, and the empty topic's name where it does not know the empty one", async () => {
  const { hamlet } = await newRealm();
  await hamlet.creates("denmark");
  const old = await hamlet.registers({ client_capabilities: {}, apply_markdown: false });
  await hamlet.writes("denmark", { topic: "", content: "*x*" });
  const [event] = await messagesOf(old);
  assert.deepEqual([event?.["message"]?.subject, event?.["message"]?.content], ["general chat", "*x*"]);
});

test("long texts and topics are cut, not refused", async () => {
  const { hamlet } = await newRealm();
  await hamlet.creates("denmark");
  const client = await hamlet.registers({ apply_markdown: false });
  await hamlet.writes("denmark", { topic: "t".repeat(70), content: "\n\n" + "𝒜".repeat(10_500) });
  const [event] = await messagesOf(client);
  assert.equal(event?.["message"]?.subject, `${"t".repeat(57)}...`);
  assert.equal(Array.from(event["message"].content).length, 10_000);
  assert.ok(event["message"].content.endsWith("\n[message truncated]"));
});

test("a queue's narrow holds back the messages outside it", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark", [hamlet, othello]);
  const narrow = [
    ["stream", "Denmark"],
    ["topic", "GHOST"],
  ];
  const client = await othello.registers({ narrow });
  const ids = [
    await hamlet.writes("denmark", { topic: "ghost" }),
    await hamlet.writes("denmark", { topic: "other" }),
    await hamlet.writesTo(othello),
  ];
  assert.deepEqual(
    (await messagesOf(client)).map(({ message }) => message?.id),
    ids.slice(0, 1),
  );
  assert.equal((await othello.post("/register", { narrow: [["search", "x"]] })).msg, "Operator search not supported.");
});

test("a queue for all public channels hears of messages that its owner does not receive", async () => {
  const { hamlet, othello, polonius } = await newRealm();
  await hamlet.creates("public");
  await hamlet.creates("private", [hamlet], { invite_only: true });
  const client = await othello.registers({ all_public_streams: true });
  const id = await hamlet.writes("public");
  await hamlet.writes("private");
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
