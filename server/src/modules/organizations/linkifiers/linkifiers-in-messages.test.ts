import assert from "node:assert/strict";
import { test } from "node:test";
import { countStatements, createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";
import { createLinkifier, BUG, ISSUE } from "./fixtures/linkifiers.ts";

const tracker = (id: number) => ({ text: `#${id}`, url: `https://tracker.example.com/issue/${id}` });
const EXAMPLE = { text: "example.com", url: "https://example.com" };

/** Fetches messages as a user, and returns the links of their topics. */
async function topicLinksOf(reader: TestUser, ids: readonly number[]): Promise<unknown[]> {
  const answer = await reader.callOrThrow("GET", "/messages", { message_ids: ids });
  return (answer["messages"] as { topic_links: unknown }[]).map(({ topic_links }) => topic_links);
}

test("text that matches a linkifier becomes a link in new and edited messages, in previews, and in descriptions", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const [issue] = [await createLinkifier(iago, ISSUE), await createLinkifier(iago, BUG)];
  const html = '<p>fixes <a href="https://tracker.example.com/issue/41">#41</a> and <code>OPS-7</code></p>';
  const content = "fixes #41 and `OPS-7`";
  const channel = await hamlet.createChannel("castle");
  const shown = async (id: number) => (await hamlet.callOrThrow("GET", `/messages/${id}`))["message"].content;

  const id = await hamlet.sendToChannel(channel, { content });
  assert.equal(await shown(id), html);
  assert.equal((await hamlet.callOrThrow("POST", "/messages/render", { content }))["rendered"], html);
  await iago.callOrThrow("PATCH", `/streams/${channel}`, { description: content });
  const { stream } = await hamlet.callOrThrow("GET", `/streams/${channel}`);
  assert.equal(stream.rendered_description, html);

  const edited = await hamlet.sendToChannel(channel, { content: "nothing yet" });
  await hamlet.callOrThrow("PATCH", `/messages/${edited}`, { content: "fixes OPS-7" });
  assert.equal(await shown(edited), '<p>fixes <a href="https://bugs.example.net/OPS/7">OPS-7</a></p>');

  await iago.callOrThrow("DELETE", `/realm/filters/${issue}`);
  assert.equal(await shown(id), html);
  assert.equal(
    await shown(await hamlet.sendToChannel(channel, { content })),
    "<p>fixes #41 and <code>OPS-7</code></p>",
  );
});

test("users who receive or fetch a message get the links in its topic", async () => {
  const { iago, hamlet, othello } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  await createLinkifier(iago, ISSUE);
  await createLinkifier(elsewhere.iago, { ...BUG, pattern: "(?P<proj>crash)(?P<num>)" });
  const channel = await hamlet.createChannel("castle", [hamlet, othello]);
  const sent: number[] = [];
  const [events] = await watchEvents([othello], async () => {
    sent.push(await hamlet.sendToChannel(channel, { topic: "✔ crash #12, see example.com" }));
    sent.push(await hamlet.sendToChannel(channel, { topic: "crash" }));
    sent.push(await hamlet.sendDirectMessage(othello, { content: "#12" }));
  });
  const expected = [[tracker(12), EXAMPLE], [], []];
  const topicLinks = events?.filter(({ type }) => type === "message").map(({ message }) => message?.topic_links);
  assert.deepEqual(topicLinks, expected);
  assert.deepEqual(await topicLinksOf(othello, sent), expected);
  const { message } = await othello.callOrThrow("GET", `/messages/${sent[0]}`);
  assert.deepEqual(message.topic_links, expected[0]);
});

test("links in topics follow the current linkifiers in their current order", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("castle");
  const ids = [
    await hamlet.sendToChannel(channel, { topic: "#7 now" }),
    await hamlet.sendToChannel(channel, { topic: "#7 now" }),
  ];
  const both = (links: unknown[]) => [links, links];
  assert.deepEqual(await topicLinksOf(hamlet, ids), both([]));

  const issue = await createLinkifier(iago, ISSUE);
  assert.deepEqual(await topicLinksOf(hamlet, ids), both([tracker(7)]));

  const wide = await createLinkifier(iago, { pattern: "#(?P<n>\\d) now", url_template: "https://now.example/{n}" });
  assert.deepEqual(await topicLinksOf(hamlet, ids), both([tracker(7)]));
  await iago.callOrThrow("PATCH", "/realm/linkifiers", { ordered_linkifier_ids: [wide, issue] });
  assert.deepEqual(await topicLinksOf(hamlet, ids), both([{ text: "#7 now", url: "https://now.example/7" }]));
  const later = await hamlet.sendToChannel(channel, { content: "#7 now" });
  const { message } = await hamlet.callOrThrow("GET", `/messages/${later}`);
  assert.equal(message.content, '<p><a href="https://now.example/7">#7 now</a></p>');

  for (const id of [wide, issue]) await iago.callOrThrow("DELETE", `/realm/filters/${id}`);
  assert.deepEqual(await topicLinksOf(hamlet, ids), both([]));
});

test("messages of the notification bot have the links of their topics", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const channel = await desdemona.createChannel("castle", [desdemona, hamlet]);
  await createLinkifier(iago, { pattern: "channel (?P<what>events)", url_template: "https://example.com/{what}" });
  const [events] = await watchEvents([hamlet], () =>
    desdemona.callOrThrow("PATCH", `/streams/${channel}`, { description: "Of stone" }),
  );
  const notice = events?.find(({ type }) => type === "message")?.["message"];
  assert.deepEqual(
    [notice?.subject, notice?.topic_links],
    ["channel events", [{ text: "channel events", url: "https://example.com/events" }]],
  );
});

test("users who receive a move event get the links of the new topic", async () => {
  const { iago, hamlet } = await createTestOrganization();
  await createLinkifier(iago, ISSUE);
  const channel = await hamlet.createChannel("castle");
  const id = await hamlet.sendToChannel(channel, { topic: "crash" });
  const [events] = await watchEvents([hamlet], () =>
    hamlet.callOrThrow("PATCH", `/messages/${id}`, { topic: "#8 crash" }),
  );
  const moved = events?.find(({ type }) => type === "update_message");
  assert.deepEqual([moved?.["subject"], moved?.["topic_links"]], ["#8 crash", [tracker(8)]]);
});

test("sending a message takes the same number of queries with and without linkifiers", async () => {
  const { iago, hamlet, server } = await createTestOrganization();
  const channel = await hamlet.createChannel("castle");
  const send = () => hamlet.sendToChannel(channel, { topic: "#1" });
  await send();
  const statementsOfSend = async () => {
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1) counts.push((await countStatements(server.db.pool, send)).statements);
    return Math.min(...counts);
  };
  const without = await statementsOfSend();
  for (const prefix of "ABC") await createLinkifier(iago, { ...ISSUE, pattern: `${prefix}#(?P<id>\\d+)` });
  assert.equal(await statementsOfSend(), without);
});
