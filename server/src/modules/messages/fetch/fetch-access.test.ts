import assert from "node:assert/strict";
import { test } from "node:test";
import { call, countLeastStatements, createTestOrganization, type Parameters, type TestUser } from "@parlance/testkit";
import { realmWithLimitedGuests } from "#modules/users/accounts/fixtures/realm-with-limited-guests.ts";

const everything = { anchor: "newest", num_before: 100, num_after: 0 };
const inChannel = (operand: string | number) => ({ ...everything, narrow: [{ operator: "channel", operand }] });

/**
 * Asserts that a channel's existence is hidden from the user: fetching its messages fails with the same error as for a
 * nonexistent channel.
 */
async function assertUnknown(reader: TestUser, operand: string | number): Promise<void> {
  const { code, msg } = await reader.get("/messages", inChannel(operand));
  assert.deepEqual([code, msg], ["BAD_NARROW", `Invalid narrow operator: unknown channel ${operand}`]);
}

async function contents(reader: TestUser, parameters: Parameters = everything): Promise<string[]> {
  const answer = await reader.callOrThrow("GET", "/messages", { apply_markdown: false, ...parameters });
  const messages = answer["messages"] as { content: string; client: string }[];
  return messages.filter(({ client }) => client !== "Internal").map(({ content }) => content);
}

test("all users except guests can fetch the messages of a public channel, but a fetch without a narrow returns them only to subscribers", async () => {
  const { hamlet, othello, polonius } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  await hamlet.sendToChannel("denmark", { content: "news" });
  assert.deepEqual(await contents(othello, inChannel("Denmark")), ["news"]);
  assert.deepEqual(await contents(othello), []);
  assert.deepEqual(await contents(hamlet), ["news"]);
  await assertUnknown(polonius, "denmark");
});

test("in a private channel with protected history, users can read only messages that were sent while they were subscribed", async () => {
  const { hamlet, othello, cordelia, iago } = await createTestOrganization();
  const id = await hamlet.createChannel("council", [hamlet], { invite_only: true });
  await hamlet.sendToChannel("council", { content: "before" });
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", {
    subscriptions: [{ name: "council" }],
    principals: [othello.id],
  });
  const during = await hamlet.sendToChannel("council", { content: "during" });
  assert.deepEqual(await contents(othello, inChannel(id)), ["during"]);
  assert.deepEqual(await contents(iago, inChannel(id)), [], "administrators know that it exists, and read nothing");
  await assertUnknown(cordelia, id);

  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["council"] });
  await assertUnknown(othello, id);
  assert.equal((await othello.get(`/messages/${during}`)).msg, "Invalid message(s)");
});

test("users who can see that a private channel exists but cannot read it find no messages in it", async () => {
  const { hamlet, iago, shiva, cordelia, othello } = await createTestOrganization();
  const only = ({ id }: TestUser) => ({ direct_members: [id], direct_subgroups: [] });
  const id = await hamlet.createChannel("council", [hamlet], {
    invite_only: true,
    can_administer_channel_group: only(shiva),
  });
  const own = await cordelia.createChannel("closet", [cordelia, hamlet], { invite_only: true });
  await cordelia.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["closet"] });
  await hamlet.sendToChannel("closet", { content: "after her" });
  for (const [reader, channel] of [
    [iago, id],
    [shiva, id],
    [cordelia, own],
  ] as const) {
    assert.deepEqual(await contents(reader, inChannel(channel)), [], reader.fullName);
  }
  for (const channel of ["council", id, "CLOSET", own]) await assertUnknown(othello, channel);
});

test("a narrow to a hidden channel or user executes as many statements as a narrow to a nonexistent one", async () => {
  const { server, hamlet, polonius, desdemona } = await realmWithLimitedGuests();
  const hidden = await desdemona.createChannel("council", [desdemona], { invite_only: true });
  const cost = (reader: TestUser, operator: string, operand: string | number) =>
    countLeastStatements(server.db.pool, () =>
      reader.get("/messages", { ...everything, narrow: [{ operator, operand }] }),
    );
  for (const [operand, absent] of [
    [hidden, 1_000_000],
    ["council", "nowhere"],
  ] as const) {
    assert.equal(await cost(hamlet, "channel", operand), await cost(hamlet, "channel", absent));
  }
  for (const [operand, absent] of [
    [hamlet.id, 1_000_000],
    [hamlet.email, "nobody@example.com"],
  ] as const) {
    for (const operator of ["sender", "dm", "dm-including"]) {
      assert.equal(await cost(polonius, operator, operand), await cost(polonius, operator, absent), operator);
    }
  }
});

test("spectators can find out neither which other channels exist nor users' email addresses", async () => {
  const { server, host, desdemona, hamlet } = await createTestOrganization();
  await desdemona.callOrThrow("PATCH", "/realm", { enable_spectator_access: true });
  await desdemona.createChannel("web", [hamlet], { is_web_public: true });
  const [open, secret] = [
    await hamlet.createChannel("open", [hamlet]),
    await hamlet.createChannel("secret", [hamlet], { invite_only: true }),
  ];
  await hamlet.sendToChannel("web", { content: "news" });
  const fetchAnonymously = async (operator: string, operand: string | number) => {
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
    const { code, msg } = await fetchAnonymously("channel", closed);
    assert.deepEqual([code, msg], ["BAD_NARROW", `Invalid narrow operator: unknown channel ${closed}`]);
  }
  for (const silent of [desdemona.email, "nobody@example.com", desdemona.id, 1_000_000]) {
    const { status, messages } = await fetchAnonymously("sender", silent);
    assert.deepEqual([status, messages], [200, []]);
  }
  for (const [operator, operand] of [
    ["channel", "web"],
    ["sender", hamlet.email],
  ] as const) {
    assert.equal(
      ((await fetchAnonymously(operator, operand))["messages"] as { content: string }[]).at(-1)?.content,
      "<p>news</p>",
    );
  }
});

test("members of a direct message conversation find its messages with every operator for direct messages", async () => {
  const { hamlet, othello, cordelia } = await createTestOrganization();
  await hamlet.sendDirectMessage(othello, { content: "two" });
  await hamlet.sendDirectMessage([othello, cordelia], { content: "three" });
  await hamlet.sendDirectMessage(hamlet, { content: "one" });
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

test("fetching a message that the user cannot read fails with the same error as for a nonexistent message", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const other = await createTestOrganization();
  const id = await hamlet.sendDirectMessage(hamlet, { content: "secret" });
  for (const outsider of [othello, other.hamlet]) {
    for (const wanted of [id, id + 1_000_000]) {
      const answer = await outsider.get(`/messages/${wanted}`);
      assert.deepEqual([answer.status, answer.code, answer.msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
    }
    assert.deepEqual(await contents(outsider, { message_ids: [id] }), []);
  }
});

test("a single message is returned as HTML or as Markdown, and its Markdown source is always included", async () => {
  const { hamlet, othello } = await createTestOrganization();
  await hamlet.createChannel("denmark");
  const id = await hamlet.sendToChannel("denmark", { topic: "", content: "*To be*" });
  const html = await othello.callOrThrow("GET", `/messages/${id}`);
  assert.deepEqual([html["message"].content, html["message"].content_type], ["<p><em>To be</em></p>", "text/html"]);
  assert.equal(html["raw_content"], "*To be*");
  assert.deepEqual(html["message"].flags, ["read", "historical"]);
  assert.equal(html["message"].subject, "general chat");
  const source = await othello.callOrThrow("GET", `/messages/${id}`, {
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  assert.deepEqual([source["message"].content, source["message"].content_type], ["*To be*", "text/x-markdown"]);
  assert.equal(source["message"].subject, "");
});
