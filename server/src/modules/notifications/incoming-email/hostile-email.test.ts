import assert from "node:assert/strict";
import { test } from "node:test";
import { reserveFreePorts, createTestOrganization, type TestUser, startServerWithMail, until } from "@parlance/testkit";
import { findParserProcesses } from "@parlance/kernel/untrusted-parsing/fixtures/parser-processes.ts";
import { sendRawEmail, SmtpClient } from "./fixtures/smtp-client.ts";

const [port = 0] = await reserveFreePorts(1);
const { server, mailbox } = await startServerWithMail({
  emailGatewayPattern: "in+%s@mail.parlance.test",
  incomingMailPort: port,
});
const realm = await createTestOrganization(server);
const { hamlet, othello } = realm;
const quiet = { send_new_subscription_messages: false };

async function newAddress(name: string): Promise<string> {
  const channel = await hamlet.createChannel(name, [hamlet, othello], quiet);
  const { email } = await hamlet.callOrThrow("GET", `/streams/${channel}/email_address`);
  return email;
}

async function newest(person: TestUser, channel: string) {
  const { messages } = await person.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 10,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: "channel", operand: channel }],
  });
  const posted = messages.filter(({ subject }) => subject !== "channel events");
  return posted.map(({ subject, content }) => `${subject} | ${content}`);
}

const HEAD = "From: a@example.com\r\nSubject: s\r\n";
const multipart = (...parts: readonly string[]) =>
  `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;

const isLinux = process.platform === "linux";

test("emails are parsed in a separate process, and if it dies, in a new one", { skip: !isLinux }, async () => {
  const address = await newAddress("processes");
  const used = new Set<number>();
  for (let round = 0; round < 2; round += 1) {
    assert.equal(await sendRawEmail(port, [address], `${HEAD}\r\n${round}`), 250);
    for (const pid of await findParserProcesses("email-parser-process.ts")) {
      used.add(pid);
      process.kill(pid, "SIGKILL");
    }
    await until(async () => (await findParserProcesses("email-parser-process.ts")).length === 0);
  }
  assert.equal(used.size, 2);
  assert.equal((await newest(hamlet, "processes")).length, 2);
});

test("an email that exceeds a limit is permanently rejected with the reason, and the next email is posted", async () => {
  const address = await newAddress("limits");
  const parts = (count: number) => multipart(...Array.from({ length: count }, () => "\r\nx"));
  const deep = Array.from(
    { length: 40 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=${depth}\r\n\r\n--${depth}\r\n`,
  );
  assert.equal(await sendRawEmail(port, [address], parts(500)), 554);
  assert.equal(await sendRawEmail(port, [address], `${HEAD}${deep.join("")}`), 554);
  assert.equal(await sendRawEmail(port, [address], `${HEAD}${"X: y\r\n".repeat(6000)}\r\nx`), 554);
  assert.equal(await sendRawEmail(port, [address], `${HEAD}X: ${"y".repeat(256 * 1024)}\r\n\r\nx`), 554);
  assert.equal(await sendRawEmail(port, [address], parts(499)), 250);
  assert.equal((await newest(hamlet, "limits")).length, 1);
});

test("an email that consists mostly of dots is rejected before it is received completely", async () => {
  const address = await newAddress("dots");
  const client = await SmtpClient.connect(port);
  await client.reply();
  await client.starts("a@example.com", [address]);
  client.write(`${HEAD}\r\n${"..\r\n".repeat(120_000)}`);
  assert.equal(await client.reply(), 554);
  client.close();
  assert.equal(await sendRawEmail(port, [address], `${HEAD}\r\n${"..\r\n".repeat(50)}`), 250);
  assert.deepEqual(await newest(hamlet, "dots"), [`s | From: a@example.com\n${".\n".repeat(50).trim()}`]);
});

test("an email to several recipients is posted for each valid one, and the reply reports the invalid ones", async () => {
  const [one, two] = [await newAddress("one"), await newAddress("two")];
  const client = await SmtpClient.connect(port);
  await client.reply();
  const codes = await client.starts("a@example.com", [
    one,
    two,
    ...Array.from({ length: 1000 }, (_, index) => one.replace("+", `+${index}.`)),
  ]);
  assert.deepEqual([codes.indexOf(452), codes.lastIndexOf(250)], [20, 19]);
  assert.equal(await client.send(`${HEAD}\r\nto all\r\n.`), 250);
  for (const channel of ["one", "two"]) {
    assert.deepEqual(await newest(hamlet, channel), ["s | From: a@example.com\nto all"]);
  }
  const settings = { can_send_message_group: { new: { direct_members: [realm.iago.id], direct_subgroups: [] } } };
  const { streams } = await hamlet.callOrThrow("GET", "/streams");
  await realm.iago.callOrThrow("PATCH", `/streams/${streams.find(({ name }) => name === "one")!.stream_id}`, settings);
  assert.equal(await sendRawEmail(port, [one, two], `${HEAD}\r\nsecond`), 550);
  assert.equal((await newest(hamlet, "one")).length, 1);
  assert.equal((await newest(hamlet, "two")).at(-1), "s | From: a@example.com\nsecond");
  client.close();
});

test("an email without a Message-ID that is sent twice with the same bytes is posted once", async () => {
  const address = await newAddress("twice");
  for (let time = 0; time < 2; time += 1) {
    assert.equal(await sendRawEmail(port, [address], `${HEAD}Received: by x; 1 Dec 2026\r\n\r\nonce`), 250);
  }
  assert.equal(await sendRawEmail(port, [address], `${HEAD}Received: by x; 2 Dec 2026\r\n\r\nonce`), 250);
  assert.equal((await newest(hamlet, "twice")).length, 2);
});

test("a reply with an ambiguous From address is rejected, so that a sender cannot reply as another user", async () => {
  await othello.callOrThrow("PATCH", "/settings", { email_notifications_batching_period_seconds: 1 });
  await hamlet.sendDirectMessage(othello, { content: "In secret" });
  const { headers } = await mailbox.next(othello.email);
  const to = headers["reply-to"] ?? "";
  const attacker = "mallory@example.com";
  for (const from of [
    `From: ${othello.email}, ${attacker}`,
    `From: ${attacker}, ${othello.email}`,
    `From: ${othello.email}\r\nFrom: ${attacker}`,
    `From: ${attacker}\r\nFrom: ${othello.email}`,
    `From: ${othello.email} <${attacker}>`,
    `From: "${othello.email}" <${attacker}>`,
    `From: ${attacker}\r\nSender: ${othello.email}\r\nReply-To: ${othello.email}`,
    `From\u00a0: ${othello.email}\r\nFrom: ${attacker}`,
    `\ufeffFrom: ${othello.email}\r\nFrom: ${attacker}`,
    `X: y\rFrom: ${othello.email}\r\nFrom: ${attacker}`,
    `From: =?utf-8?q?${othello.email.replace("@", "=40")}?=`,
  ]) {
    assert.equal(await sendRawEmail(port, [to], `${from}\r\n\r\nforged`), 550, from);
  }
  assert.equal(await sendRawEmail(port, [to], `From: ${othello.email}\r\n\r\nmine`), 250);
});

test("names of files and senders cannot mention users or contain links", async () => {
  const address = await newAddress("names");
  const file = (name: string) => `Content-Disposition: attachment; filename="${name}"\r\n\r\nx`;
  const names = ["@**all**.txt", "../../etc/passwd", "a](http://evil.example)[b", "`x`", "\\\\\\\\"];
  const from = 'From: "@**all** `x` [y](z)" <a@example.com>\r\nSubject: s\r\n';
  const raw = multipart("\r\ntext", ...names.map(file)).replace(HEAD, from);
  assert.equal(await sendRawEmail(port, [address], raw), 250);
  const [message = ""] = await newest(hamlet, "names");
  const plain = message.replaceAll(/\/user_uploads\/[\w/]+\//g, "");
  assert.deepEqual(plain.split("\n"), [
    "s | From: @  all    x   y (z) <a@example.com>",
    "text",
    "[@  all  .txt](all.txt)",
    "[passwd](passwd)",
    "[evil.example) b](evil.example-b)",
    "[ x ](x)",
    "[uploaded-file](uploaded-file)",
  ]);
});
