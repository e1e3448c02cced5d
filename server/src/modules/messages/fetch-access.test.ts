import assert from "node:assert/strict";
import { test } from "node:test";
import { call, newRealm, type Parameters, type Person } from "@parlance/testkit";

const everything = { anchor: "newest", num_before: 100, num_after: 0 };
const inChannel = (operand: string | number) => ({ ...everything, narrow: [{ operator: "channel", operand }] });

async function contents(reader: Person, parameters: Parameters = everything): Promise<string[]> {
  const answer = await reader.does("GET", "/messages", { apply_markdown: false, ...parameters });
  const messages = answer["messages"] as { content: string; client: string }[];
  return messages.filter(({ client }) => client !== "Internal").map(({ content }) => content);
}

test("everybody reads a public channel by its name, and only subscribers find it among their own messages", async () => {
  const { hamlet, othello, polonius } = await newRealm();
  await hamlet.creates("denmark");
  await hamlet.writes("denmark", { content: "news" });
  assert.deepEqual(await contents(othello, inChannel("Denmark")), ["news"]);
  assert.deepEqual(await contents(othello), []);
  assert.deepEqual(await contents(hamlet), ["news"]);
  assert.deepEqual(await contents(polonius, inChannel("denmark")), [], "a guest reads where subscribed");
});

test("of a private channel with protected history one reads what was said while one was there", async () => {
  const { hamlet, othello, cordelia, iago } = await newRealm();
  const id = await hamlet.creates("council", [hamlet], { invite_only: true });
  await hamlet.writes("council", { content: "before" });
  await hamlet.does("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "council" }],
    principals: [othello.id],
  });
  const during = await hamlet.writes("council", { content: "during" });
  assert.deepEqual(await contents(othello, inChannel(id)), ["during"]);
  for (const stranger of [cordelia, iago]) assert.deepEqual(await contents(stranger, inChannel(id)), []);

  await othello.does("DELETE", "/users/me/subscriptions", { subscriptions: ["council"] });
  assert.deepEqual(await contents(othello, inChannel(id)), [], "who left reads nothing any more");
  assert.equal((await othello.get(`/messages/${during}`)).msg, "Invalid message(s)");
});

test("who did not sign in learns neither which other channels there are nor whose addresses", async () => {
  const { server, host, desdemona, hamlet } = await newRealm();
  await desdemona.does("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.creates("web", [hamlet], { is_web_public: true });
  const [open, secret] = [
    await hamlet.creates("open", [hamlet]),
    await hamlet.creates("secret", [hamlet], { invite_only: true }),
  ];
  await hamlet.writes("web", { content: "news" });
  const asks = async (operator: string, operand: string | number) => {
    const narrow = [
      { operator: "channels", operand: "web-public" },
      { operator, operand },
    ];
    return call(
      { port: server.port, host },
      { method: "GET", path: "/messages", parameters: { ...everything, narrow } },
    );
  };
  for (const closed of ["open", "SECRET", "nowhere", open, secret, 1_000_000]) {
    const { status, messages } = await asks("channel", closed);
    assert.deepEqual([status, messages], [200, []]);
  }
  for (const silent of [desdemona.email, "nobody@example.com", desdemona.id, 1_000_000]) {
    const { status, messages } = await asks("sender", silent);
    assert.deepEqual([status, messages], [200, []]);
  }
  for (const [operator, operand] of [
    ["channel", "web"],
    ["sender", hamlet.email],
  ] as const) {
    assert.equal(((await asks(operator, operand))["messages"] as { content: string }[]).at(-1)?.content, "<p>news</p>");
  }
});

test("direct messages are read by the conversation, in whatever spelling of the narrow", async () => {
  const { hamlet, othello, cordelia } = await newRealm();
  await hamlet.writesTo(othello, { content: "two" });
  await hamlet.writesTo([othello, cordelia], { content: "three" });
  await hamlet.writesTo(hamlet, { content: "one" });
  const dm = (operator: string, operand: unknown) => ({ ...everything, narrow: [{ operator, operand }] });
  assert.deepEqual(await contents(othello, dm("dm", [hamlet.id])), ["two"]);
  assert.deepEqual(await contents(othello, dm("pm-with", `${hamlet.email}, ${cordelia.email}`)), ["three"]);
  assert.deepEqual(await contents(hamlet, dm("dm", [hamlet.id])), ["one"]);
  assert.deepEqual(await contents(cordelia, dm("dm-including", hamlet.id)), ["three"]);
  assert.deepEqual(await contents(cordelia, dm("is", "private")), ["three"]);
  assert.deepEqual(await contents(cordelia, dm("sender", hamlet.email)), ["three"]);
  assert.deepEqual(
    await contents(hamlet, { ...everything, narrow: [{ operator: "is", operand: "dm", negated: true }] }),
    [],
  );
});

test("a message that one may not read does not exist", async () => {
  const { hamlet, othello } = await newRealm();
  const other = await newRealm();
  const id = await hamlet.writesTo(hamlet, { content: "secret" });
  for (const stranger of [othello, other.hamlet]) {
    for (const wanted of [id, id + 1_000_000]) {
      const answer = await stranger.get(`/messages/${wanted}`);
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
    }
    assert.deepEqual(await contents(stranger, { message_ids: [id] }), []);
  }
});

test("one message comes as HTML or as its source, with its source beside it", async () => {
  const { hamlet, othello } = await newRealm();
  await hamlet.creates("denmark");
  const id = await hamlet.writes("denmark", { topic: "", content: "*To be*" });
  const html = await othello.does("GET", `/messages/${id}`);
  assert.deepEqual([html["message"].content, html["message"].content_type], ["<p><em>To be</em></p>", "text/html"]);
  assert.equal(html["raw_content"], "*To be*");
  assert.deepEqual(html["message"].flags, ["read", "historical"]);
  assert.equal(html["message"].subject, "general chat");
  const source = await othello.does("GET", `/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true });
  assert.deepEqual([source["message"].content, source["message"].content_type], ["*To be*", "text/x-markdown"]);
  assert.equal(source["message"].subject, "");
});
