import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestOrganization,
  type ApiResponse,
  type Parameters,
  type TestUser,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";

const reports = (person: TestUser, message: number, more: Parameters = {}): Promise<ApiResponse> =>
  person.post(`/messages/${message}/report`, { report_type: "spam", ...more });

/** Creates an organization with a channel in which administrators receive reports. */
async function moderated(): Promise<TestOrganization & { moderation: number }> {
  const realm = await createTestOrganization();
  const { desdemona, iago } = realm;
  const moderation = await iago.createChannel("moderation", [iago, desdemona], { invite_only: true });
  await desdemona.callOrThrow("PATCH", "/realm", { moderation_request_channel_id: moderation });
  return { ...realm, moderation };
}

/** Returns the newest report: its topic, and its text as HTML and as Markdown. */
async function newestReport({ iago, moderation }: { iago: TestUser; moderation: number }) {
  const newest = (apply_markdown: boolean) =>
    iago.callOrThrow("GET", "/messages", {
      anchor: "newest",
      num_before: 1,
      narrow: [{ operator: "channel", operand: moderation }],
      apply_markdown,
    });
  const [html, source] = [(await newest(true)).messages[0], (await newest(false)).messages[0]];
  return {
    topic: html?.subject as string,
    html: html?.content as string,
    source: source?.content as string,
    sender: html?.sender_full_name as string,
    flags: html?.flags as string[],
  };
}

/** Returns the HTML of a text with each quote replaced by `<quote>`. */
const unquoted = (html: string): string => html.replaceAll(/<blockquote>[^]*?<\/blockquote>/g, "<quote>");

test("a report contains the reporting user, the message's sender, the reason and a link to the message", async () => {
  const realm = await moderated();
  const { hamlet, othello, iago, cordelia } = realm;
  const channel = await hamlet.createChannel("castle", [hamlet, othello]);
  const message = await othello.sendToChannel("castle", { topic: "ghost", content: "Buy **my** daggers" });
  const [toIago, toReporter, toReported, toOthers] = await watchEvents([iago, hamlet, othello, cordelia], async () => {
    const { result } = await reports(hamlet, message, { report_type: "norms", description: " He says\nit often " });
    assert.equal(result, "success");
  });
  assert.equal(toIago?.filter(({ type }) => type === "message").length, 1);
  for (const events of [toReporter, toReported, toOthers]) assert.deepEqual(events, []);
  const report = await newestReport(realm);
  assert.deepEqual([report.topic, report.sender], ["Reports: Othello", "Notification Bot"]);
  const link = `http://${realm.host}/#narrow/channel/${channel}-castle/topic/ghost/near/${message}`;
  assert.ok(
    report.source.startsWith(
      `@_**King Hamlet|${hamlet.id}** reported [a message](${link}) by @_**Othello|${othello.id}** as a violation of the community's norms.`,
    ),
    report.source,
  );
  assert.match(report.html, /<blockquote>\s*<p>He says<br>\s*it often<\/p>\s*<\/blockquote>/);
  assert.match(report.html, /#castle &gt; ghost<\/p>\s*<p>Buy <strong>my<\/strong> daggers<\/p>/);

  const second = await othello.sendToChannel("castle", { content: "More" });
  assert.equal(
    (await reports(hamlet, second, { report_type: "other", description: "x".repeat(1000) })).result,
    "success",
  );
  assert.equal((await newestReport(realm)).topic, "Reports: Othello");
});

test("a report of a direct message contains the message's text and the names of the conversation's members", async () => {
  const realm = await moderated();
  const { hamlet, othello, bot } = realm;
  const message = await othello.sendDirectMessage([hamlet, bot], { content: "A secret" });
  assert.equal((await reports(hamlet, message, { report_type: "harassment" })).result, "success");
  const { source, html } = await newestReport(realm);
  assert.match(source, /reported a direct message by @_\*\*Othello\|\d+\*\* as harassment\.\n/);
  for (const name of ["King Hamlet", "Othello", "Helper"]) assert.ok(html.includes(name), name);
  assert.match(html, /<p>A secret<\/p>/);
});

const tricks = [
  "```\n@**all**",
  "~~~quote\n@**all**\n~~~\n\n@**all** free",
  "````quote\n```\n\n\n@**all**",
  "> quote\n\nnot\n\n---\n# heading\n\n\n@**all**",
  "1. one\n\n\n   @**all**\n- x\n\n@**all**",
  "| a |\n|---|\n| b |\n\n@**all**",
  "```spoiler x\n@**all**",
  "line\r\rother\r\n\r\n@**all**",
  "    code\n\n@**all**",
  "$$\n\n@**all**",
];

for (const content of tricks) {
  test(`a reported message cannot mention anyone in the report or break out of its quote: ${JSON.stringify(content)}`, async () => {
    const realm = await moderated();
    const { hamlet, othello } = realm;
    const message = await othello.sendDirectMessage(hamlet, { content });
    assert.equal((await reports(hamlet, message, { description: content })).result, "success");
    const { html, flags } = await newestReport(realm);
    assert.ok(!flags.includes("wildcard_mentioned"));
    assert.ok(!/class="user-mention/.test(html.replaceAll(/class="user-mention[^"]*silent/g, "")));
    const before = html.slice(0, html.indexOf("<p>Message:</p>"));
    assert.equal(before.match(/<blockquote>/g)?.length, before.match(/<\/blockquote>/g)?.length);
    assert.match(
      before,
      /^<p>[^]*reported a direct message by [^]*as spam\.<\/p>\s*<p>Description:<\/p>\s*<blockquote>/,
    );
    assert.match(html, /<p>Message:<\/p>\s*<blockquote>[^]*<\/blockquote>\s*$/);
  });
}

test("markup in the topic of a reported message has no effect", async () => {
  const realm = await moderated();
  const { hamlet, othello } = realm;
  await hamlet.createChannel("castle", [hamlet, othello]);
  const message = await othello.sendToChannel("castle", { topic: "](http://x) @**all** **" });
  assert.equal((await reports(hamlet, message)).result, "success");
  const { html, flags } = await newestReport(realm);
  assert.ok(!flags.includes("wildcard_mentioned"));
  assert.equal(unquoted(html).match(/<a /g)?.length, 1);
});

test("a report whose text mentions channels links only to those that the reporting user can see", async () => {
  const realm = await moderated();
  const { hamlet, othello, cordelia } = realm;
  await cordelia.createChannel("crypt", [cordelia], { invite_only: true });
  await hamlet.createChannel("castle", [hamlet, othello]);
  await cordelia.sendToChannel("crypt", { topic: "bones" });
  const message = await othello.sendToChannel("castle", { content: "#**crypt**" });
  await reports(hamlet, message, { description: "See #**crypt>bones**, not #**castle**" });
  const { html } = await newestReport(realm);
  assert.equal(html.match(/class="stream/g)?.length, 1);
  assert.match(html, /#castle<\/a>/);
});

test("users can report only messages that they can read", async () => {
  const realm = await moderated();
  const { hamlet, othello, cordelia, polonius, bot } = realm;
  await hamlet.createChannel("castle", [hamlet, polonius, bot]);
  const [open, direct] = [await hamlet.sendToChannel("castle"), await hamlet.sendDirectMessage(othello)];
  for (const person of [polonius, bot, cordelia, hamlet]) assert.equal((await reports(person, open)).result, "success");
  const before = await newestReport(realm);
  for (const [person, message] of [
    [cordelia, direct],
    [hamlet, 0],
  ] as const) {
    const { status, code, msg } = await reports(person, message);
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid message(s)"]);
  }
  assert.deepEqual(await newestReport(realm), before);
});

test('a report must have a valid type and at most a thousand characters of description, and the type "other" requires a description', async () => {
  const realm = await moderated();
  const { hamlet } = realm;
  const message = await hamlet.sendDirectMessage(hamlet);
  const refused: [Parameters, string, string][] = [
    [{ report_type: "other" }, "BAD_REQUEST", "A description is required for reports of the type 'other'."],
    [
      { report_type: "other", description: " \n" },
      "BAD_REQUEST",
      "A description is required for reports of the type 'other'.",
    ],
    [{ report_type: "boring" }, "BAD_REQUEST", "Invalid report_type"],
    [{ description: "x".repeat(1001) }, "BAD_REQUEST", "description is too long (limit: 1000 characters)"],
  ];
  for (const [parameters, expected, text] of refused) {
    const { status, code, msg } = await reports(hamlet, message, parameters);
    assert.deepEqual([status, code, msg], [400, expected, text]);
  }
  const { code, msg } = await hamlet.call("POST", `/messages/${message}/report`);
  assert.deepEqual([code, msg], ["REQUEST_VARIABLE_MISSING", "Missing 'report_type' argument"]);
});

test("messages cannot be reported if the organization has no channel for reports or this channel is archived", async () => {
  const { desdemona, iago, hamlet, moderation } = await moderated();
  const message = await hamlet.sendDirectMessage(hamlet);
  const isRefused = async () => {
    const { status, code, msg } = await reports(hamlet, message);
    const text = "Moderation request channel must be specified to enable message reporting.";
    assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", text]);
  };
  await iago.callOrThrow("DELETE", `/streams/${moderation}`);
  await isRefused();
  await iago.callOrThrow("PATCH", `/streams/${moderation}`, { is_archived: false });
  await desdemona.callOrThrow("PATCH", "/realm", { moderation_request_channel_id: -1 });
  await isRefused();
});
