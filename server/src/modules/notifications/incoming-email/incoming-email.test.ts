import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser, startServerWithMail, reserveFreePorts } from "@parlance/testkit";
import type { SendMailOptions } from "nodemailer";
import { sendEmail } from "./fixtures/send-email.ts";

const PATTERN = "in+%s@mail.parlance.test";
const [port = 0] = await reserveFreePorts(1);
const { server, mailbox } = await startServerWithMail({ emailGatewayPattern: PATTERN, incomingMailPort: port });
const quiet = { send_new_subscription_messages: false };
const yorick = '"Yorick" <yorick@example.com>';

async function denmark() {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  await othello.callOrThrow("PATCH", "/settings", { email_notifications_batching_period_seconds: 1 });
  const channel = await hamlet.createChannel("denmark", [hamlet, othello], quiet);
  const { email: address } = await hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
  return { ...realm, channel, address };
}

const writes = (to: string, email: SendMailOptions = {}): Promise<number> =>
  sendEmail(port, { from: yorick, to, subject: "Alas", text: "poor me", ...email });

/** Returns the newest message that a user can read, as `Sender | conversation | content`. */
async function newest(person: TestUser, parameters = {}): Promise<string> {
  const { messages } = await person.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
    ...parameters,
  });
  const [message] = messages;
  const { sender_full_name: sender, type, subject, content } = message ?? {};
  return [sender, type === "stream" ? subject : type, content].join(" | ");
}

test("an email to a channel's address is posted there, with its sender, the subject as the topic, and its files", async () => {
  const { hamlet, othello, address } = await denmark();
  assert.equal(
    await writes(address, { subject: "Re: Fwd: Alas\n again", text: "poor @**all**\n\n-- \nJester to the king" }),
    250,
  );
  assert.match(
    await newest(hamlet),
    /^Email Gateway \| Alas again \| From: Yorick <yorick@example\.com>\npoor @_\*\*all\*\*$/,
  );
  const attachments = [{ filename: "skull [1].txt", content: "bones" }];
  assert.equal(await writes(address, { attachments }), 250);
  const [, path = ""] = /\[skull {2}1 \.txt\]\((\/user_uploads\/[^)]+)\)$/.exec(await newest(othello)) ?? [];
  const { status, bytes } = await othello.fetch(path);
  assert.deepEqual([status, bytes.toString()], [200, "bones"]);
});

test("no email is posted if the creator of the address may no longer send, and unknown addresses are rejected before the content is sent", async () => {
  const { iago, hamlet, channel, address } = await denmark();
  for (const to of [
    PATTERN.replace("%s", "0".repeat(32)),
    PATTERN.replace("%s", `reply-${"0".repeat(32)}`),
    "someone@example.com",
    address.replace("in+", "on+"),
  ]) {
    assert.equal(await writes(to), 550);
  }
  await iago.callOrThrow("PATCH", `/streams/${channel}`, {
    can_send_message_group: { new: { direct_members: [iago.id], direct_subgroups: [] } },
  });
  const before = await newest(hamlet);
  assert.equal(await writes(address), 550);
  assert.equal(await writes(address, { text: "x".repeat(26 * 1024 * 1024) }), 552);
  assert.equal(await newest(hamlet), before);
});

test("a reply to an email is posted once in its conversation, as the recipient of that email and without the quoted text", async () => {
  const { hamlet, othello, channel } = await denmark();
  await hamlet.sendToChannel(channel, { topic: "ghosts", content: "@**Othello**?" });
  await hamlet.sendDirectMessage(othello, { content: "In secret" });
  const emails = [await mailbox.next(othello.email), await mailbox.next(othello.email)];
  const answered = emails.find(({ subject }) => subject.startsWith("#denmark"));
  const to = answered?.headers["reply-to"] ?? "";
  assert.match(to, /^in\+reply-[0-9a-f]{32}@mail\.parlance\.test$/);
  const text =
    "I am **here**.\n\nOn Mon, 23 Nov 2026 at 10:00, King Hamlet via Shakespeare\n<x@example.com> wrote:\n> @Othello?\n> more";
  const answer = { from: othello.email, text, inReplyTo: "<letter-1.x@parlance.test>", messageId: "<one@example.com>" };
  // A user to whom the email was forwarded cannot reply in the recipient's name.
  assert.equal(await writes(to, { ...answer, from: yorick }), 550);
  // A reply whose sender is forged according to the mail server is rejected too.
  const found = (verdict: string) => `mx.example.com; spf=pass; dmarc=${verdict} header.from=example.com`;
  assert.equal(
    await writes(to, { ...answer, headers: { "Authentication-Results": [found("fail"), found("pass")] } }),
    550,
  );
  const { inReplyTo: _none, ...bare } = answer;
  assert.equal(
    await writes(to, { ...bare, headers: { "Authentication-Results": [found("pass"), found("fail")] } }),
    250,
  );
  assert.equal(await newest(hamlet), "Othello | ghosts | I am **here**.");
  await hamlet.sendToChannel(channel, { topic: "ghosts", content: "And?" });
  assert.equal(await writes(to, answer), 250);
  assert.equal(await newest(hamlet), "King Hamlet | ghosts | And?");

  const direct = emails.find(({ subject }) => subject.startsWith("Direct"))?.headers["reply-to"] ?? "";
  assert.equal(await writes(direct, { ...answer, messageId: "<two@example.com>" }), 250);
  assert.equal(await newest(hamlet), "Othello | private | I am **here**.");
  await othello.callOrThrow("DELETE", "/users/me/subscriptions", { subscriptions: ["denmark"] });
});

test("automatic replies and emails from this server are ignored, to prevent mail loops", async () => {
  const { hamlet, address } = await denmark();
  const before = await newest(hamlet);
  const machines: readonly SendMailOptions[] = [
    { headers: { "Auto-Submitted": "auto-replied" } },
    { headers: { Precedence: "auto_reply" } },
    { headers: { "Auto-Submitted": "auto-generated" }, messageId: "<letter-7.abc@parlance.test>" },
    { envelope: { from: "", to: address } },
  ];
  for (const machine of machines) assert.equal(await writes(address, machine), 250);
  assert.equal(await newest(hamlet), before);
  assert.equal(await writes(address, { headers: { "Auto-Submitted": "auto-generated" } }), 250);
  assert.notEqual(await newest(hamlet), before);
});

test("malformed emails that no mail client would create cause no harm", async () => {
  const { hamlet, address } = await denmark();
  const nested = Array.from(
    { length: 200 },
    (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`,
  );
  const raws = [
    `From: a@example.com\r\nContent-Type: multipart/mixed; boundary=b0\r\n\r\n${nested.join("")}`,
    `From: a@example.com\r\nSubject: =?utf-8?b?////?=\r\nContent-Type: text/html\r\n\r\n${"<div>".repeat(50_000)}x`,
    `From: a@example.com\r\n${"X: y\r\n".repeat(50_000)}\r\ntext`,
    `Subject: nobody\r\n\r\ntext`,
    `From: a@example.com\r\n\r\n`,
  ];
  for (const raw of raws)
    assert.ok(
      [250, 550, 554].includes(await sendEmail(port, { envelope: { from: "a@example.com", to: address }, raw })),
      raw.slice(0, 80),
    );
  assert.equal(await writes(address, { text: "still here" }), 250);
  assert.match(await newest(hamlet), /still here$/);
});
