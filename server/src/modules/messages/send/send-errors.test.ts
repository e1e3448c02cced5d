import assert from "node:assert/strict";
import { test } from "node:test";
import { addBulkMembers, createTestOrganization, type Parameters, type TestUser } from "@parlance/testkit";

interface Refusal {
  readonly why: string;
  readonly send: Parameters;
  readonly msg: string;
  readonly code?: string;
  readonly more?: Parameters;
}

const channel = { type: "channel", to: "denmark", topic: "topic", content: "Hello" };

const refusals: readonly Refusal[] = [
  { why: "nothing but blanks", send: { ...channel, content: " \n " }, msg: "Message must not be empty" },
  { why: "a null byte", send: { ...channel, content: "a\0b" }, msg: "Message must not contain null bytes" },
  {
    why: "no content",
    send: { ...channel, content: undefined },
    msg: "Missing 'content' argument",
    code: "REQUEST_VARIABLE_MISSING",
    more: { var_name: "content" },
  },
  { why: "an unknown type", send: { ...channel, type: "pigeon" }, msg: "Invalid type" },
  { why: "no topic", send: { ...channel, topic: undefined }, msg: "Missing topic" },
  {
    why: "both names of the topic",
    send: { ...channel, subject: "other" },
    msg: "Can't decide between 'topic' and 'subject' arguments",
    code: "REQUEST_CONFUSING_VAR",
  },
  {
    why: "a control character in the topic",
    send: { ...channel, topic: "ab\u0007c" },
    msg: "Invalid character in topic, at position 3!",
  },
  { why: "no channel", send: { ...channel, to: "" }, msg: "Missing channel" },
  { why: "two channels", send: { ...channel, to: ["a", "b"] }, msg: "Cannot send to multiple channels" },
  { why: "an empty list of channels", send: { ...channel, to: "[]" }, msg: "Expected exactly one channel" },
  {
    why: "an unknown name",
    send: { ...channel, to: "norway" },
    msg: "Channel 'norway' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    more: { stream: "norway" },
  },
  {
    why: "an unknown id",
    send: { ...channel, to: 999_999 },
    msg: "Channel with ID '999999' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
    more: { stream_id: 999_999 },
  },
  {
    why: "an id that no row can have",
    send: { ...channel, to: 99_999_999_999 },
    msg: "Channel with ID '99999999999' does not exist",
    code: "STREAM_DOES_NOT_EXIST",
  },
  { why: "no recipients", send: { type: "direct", to: "[]", content: "x" }, msg: "Message must have recipients" },
  {
    why: "blanks for recipients",
    send: { type: "direct", to: " , ", content: "x" },
    msg: "Message must have recipients",
  },
  {
    why: "an unknown address",
    send: { type: "private", to: "ghost@example.com", content: "x" },
    msg: "Invalid email 'ghost@example.com'",
  },
  { why: "an unknown user", send: { type: "direct", to: [999_999], content: "x" }, msg: "Invalid user ID 999999" },
];

test("an invalid message is rejected with an error that explains the reason, and is not stored", async () => {
  const { hamlet, server, realmId } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const count = () =>
    server.db.reader
      .selectFrom("message")
      .select((of) => of.fn.countAll().as("count"))
      .where("realm_id", "=", realmId)
      .executeTakeFirstOrThrow();
  const before = await count();
  for (const { why, send, msg, code = "BAD_REQUEST", more = {} } of refusals) {
    const answer = await hamlet.call("POST", "/messages", send);
    assert.deepEqual([answer.status, answer.msg, answer.code], [400, msg, code], why);
    for (const [name, value] of Object.entries(more)) assert.deepEqual(answer[name], value, why);
  }
  assert.deepEqual(await count(), before);
});

test("user ids and email addresses of recipients cannot be mixed", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const answer = await hamlet.call("POST", "/messages", {
    type: "direct",
    to: [othello.id, "x@example.com"],
    content: "x",
  });
  assert.equal(answer.status, 400);
});

test("sending to a channel that the sender cannot see fails with the same error as for a nonexistent one, in any capitalization of its name", async () => {
  const { hamlet, othello, polonius, iago } = await createTestOrganization();
  await hamlet.createChannel("private", [hamlet], { invite_only: true });
  await hamlet.createChannel("public", [hamlet]);
  const send = { type: "stream", topic: "t", content: "x" } as const;
  const refused = async (person: TestUser, to: string) => {
    const { code, msg, body } = await person.post("/messages", { ...send, to });
    return [code, msg, body["stream"]];
  };
  const unknown = (name: string) => ["STREAM_DOES_NOT_EXIST", `Channel '${name}' does not exist`, name];
  assert.deepEqual(await refused(othello, " Private "), unknown("Private"));
  assert.deepEqual(await refused(polonius, "public"), unknown("public"));
  assert.equal((await othello.post("/messages", { ...send, to: "public" })).result, "success");
  const closed = ["BAD_REQUEST", "Not authorized to send to channel 'private'", undefined];
  assert.deepEqual(await refused(iago, "PRIVATE"), closed, "administrators see that it exists");
});

test("sending to the id of a channel that the sender cannot see fails with the same error as for a nonexistent id, and the error does not contain the channel's name", async () => {
  const { hamlet, othello, polonius, iago } = await createTestOrganization();
  const id = await hamlet.createChannel("takeover plans", [hamlet], { invite_only: true });
  const send = { type: "stream", to: id, topic: "t", content: "x" } as const;
  for (const outsider of [othello, polonius]) {
    const answer = await outsider.post("/messages", send);
    assert.deepEqual([answer.code, answer.body["stream_id"]], ["STREAM_DOES_NOT_EXIST", id]);
    assert.doesNotMatch(JSON.stringify(answer), /takeover/);
  }
  assert.equal((await iago.post("/messages", send)).msg, "Not authorized to send to channel 'takeover plans'");
});

test("a message to the empty topic, or to another topic, is rejected if the channel's policy for topics does not allow it", async () => {
  const { desdemona } = await createTestOrganization();
  await desdemona.createChannel("named", [desdemona], { topics_policy: "disable_empty_topic" });
  await desdemona.createChannel("single", [desdemona], { topics_policy: "empty_topic_only" });
  const send = { type: "channel", content: "x" } as const;
  const refused = await desdemona.post("/messages", { ...send, to: "named", topic: "(no topic)" });
  assert.equal(refused.msg, "Sending messages to the general chat is not allowed in this channel.");
  const other = await desdemona.post("/messages", { ...send, to: "single", topic: "named" });
  assert.equal(other.msg, "Only the general chat topic is allowed in this channel.");
  assert.equal((await desdemona.post("/messages", { ...send, to: "single", topic: "general chat" })).result, "success");
});

test("mentioning all users of a large channel requires a permission", async () => {
  const { desdemona, hamlet, server, realmId } = await createTestOrganization();
  const largeChannel = await hamlet.createChannel("crowd", [hamlet, desdemona]);
  await addBulkMembers(server.db, { realmId, channelId: largeChannel, size: 20 });
  const send = { type: "channel", to: largeChannel, topic: "t", content: "@**all** look" } as const;
  const refused = await hamlet.post("/messages", send);
  assert.equal(refused.code, "STREAM_WILDCARD_MENTION_NOT_ALLOWED");
  assert.equal((await desdemona.post("/messages", send)).result, "success");
});
