import assert from "node:assert/strict";
import { test } from "node:test";
import { call, createTestOrganization, type TestUser, type Narrow } from "@parlance/testkit";

const page = { anchor: "newest", num_before: 100 };
const term = (operator: string, operand: string | number | readonly number[]) => ({ operator, operand });

async function ids(reader: TestUser, narrow: Narrow): Promise<number[]> {
  const answer = await reader.callOrThrow("GET", "/messages", { ...page, narrow });
  return answer.messages.map(({ id }) => id);
}

/** Creates a topic with two messages, and another topic of the same channel with one message. */
async function conversation() {
  const realm = await createTestOrganization();
  const { iago, hamlet, othello } = realm;
  const denmark = await hamlet.createChannel("denmark", [iago, hamlet, othello]);
  await hamlet.createChannel("venice", [iago, hamlet, othello]);
  const messages = [
    await hamlet.sendToChannel("denmark", { topic: "ghost" }),
    await othello.sendToChannel("denmark", { topic: "Ghost" }),
  ];
  const other = await hamlet.sendToChannel("denmark", { topic: "play" });
  return { ...realm, denmark, messages, first: messages[0]!, other };
}

test("a narrow with a link to a message finds its conversation, even after the message was moved or its channel was renamed", async () => {
  const { iago, hamlet, othello, messages, first } = await conversation();
  const link = [term("channel", "denmark"), term("topic", "ghost"), term("with", first)];
  assert.deepEqual(await ids(othello, link), messages);

  const move = { topic: "ghosts", propagate_mode: "change_all", send_notification_to_new_thread: false } as const;
  await iago.callOrThrow("PATCH", `/messages/${first}`, { ...move, send_notification_to_old_thread: false });
  assert.deepEqual(await ids(othello, link.slice(0, 2)), []);
  for (const narrow of [
    link,
    [link[2]!],
    [term("channel", "gone"), term("with", String(first))],
    [["with", `${first}`]],
  ] satisfies Narrow[]) {
    assert.deepEqual(await ids(othello, narrow), messages);
  }

  const direct = await othello.sendDirectMessage(hamlet);
  assert.deepEqual(await ids(hamlet, [term("channel", "denmark"), term("with", direct)]), [direct]);
});

test("if the reader cannot read the linked message, the narrow finds the conversation that its other terms name, or is rejected if they name none", async () => {
  const { iago, hamlet, cordelia, first, messages } = await conversation();
  const secret = await cordelia.sendDirectMessage(cordelia);
  const doomed = await hamlet.sendToChannel("denmark", { topic: "ghost" });
  await iago.callOrThrow("DELETE", `/messages/${doomed}`);
  const inConversation = [term("channel", "denmark"), term("topic", "ghost")];
  for (const gone of [secret, doomed, 1_000_000_000]) {
    assert.deepEqual(await ids(hamlet, [...inConversation, term("with", gone)]), messages);
    assert.deepEqual(await ids(hamlet, [term("dm", [cordelia.id]), term("with", gone)]), []);
    for (const incomplete of [[], [inConversation[0]!], [inConversation[1]!], [term("is", "dm")]]) {
      const answer = await hamlet.get("/messages", { ...page, narrow: [...incomplete, term("with", gone)] });
      assert.deepEqual([answer.code, answer.body["desc"]], ["BAD_NARROW", "Invalid 'with' operator"]);
    }
  }
  const refused = async (narrow: Narrow) => (await hamlet.get("/messages", { ...page, narrow })).msg;
  assert.equal(
    await refused([...inConversation, term("with", "ghost")]),
    "Invalid narrow operator: Invalid 'with' operator",
  );
  assert.equal(await refused([term("with", [first])]), "operand is not a string or integer");
  assert.equal(
    await refused([term("with", first), term("with", first)]),
    "Invalid narrow operator combination: Duplicate 'with' operators.",
  );
});

test("a negated `with` term finds all messages except those in the linked message's conversation", async () => {
  const { hamlet, first, other, messages } = await conversation();
  const rest = await ids(hamlet, [{ ...term("with", first), negated: true }]);
  assert.ok(rest.includes(other));
  assert.ok(messages.every((id) => !rest.includes(id)));
  assert.deepEqual(await ids(hamlet, [term("topic", "ghost"), { ...term("with", first), negated: true }]), []);
});

test("for spectators, a `with` term works only for messages in web-public channels", async () => {
  const { desdemona, hamlet, server, host, denmark, first, messages } = await conversation();
  const secret = await hamlet.sendDirectMessage(hamlet);
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.callOrThrow("PATCH", `/streams/${denmark}`, { is_web_public: true });
  const fetchPage = (narrow: readonly object[]) =>
    call({ port: server.port, host }, { method: "GET", path: "/messages", parameters: { ...page, narrow } });
  const open = term("channels", "web-public");
  const found = await fetchPage([open, term("with", first)]);
  assert.deepEqual(
    (found["messages"] as { id: number }[]).map(({ id }) => id),
    messages,
  );
  assert.equal((await fetchPage([open, term("with", secret)])).msg, "Invalid narrow operator: Invalid 'with' operator");
  assert.equal((await fetchPage([term("with", first)])).status, 401);
});

test("checking whether messages match a narrow fails for a `with` term, because the result would depend on another message", async () => {
  const { hamlet, first } = await conversation();
  const answer = await hamlet.get("/messages/matches_narrow", { msg_ids: [first], narrow: [term("with", first)] });
  assert.deepEqual([answer.code, answer.body["desc"]], ["BAD_NARROW", "unknown operator with"]);
});

test("flags can be changed on all messages in the conversation of a linked message", async () => {
  const { othello, first, messages } = await conversation();
  const all = { anchor: "oldest", num_before: 0, num_after: 10, op: "add", flag: "starred" };
  const answer = await othello.callOrThrow("POST", "/messages/flags/narrow", { ...all, narrow: [term("with", first)] });
  assert.equal(answer["updated_count"], messages.length);
});
