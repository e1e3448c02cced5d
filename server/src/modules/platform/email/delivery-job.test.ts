import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, days, startServer, startServerWithMail } from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { enqueueEmails } from "./actions/enqueue-email.ts";
import { sampleEmail, createEmailRealm } from "./fixtures/email-fixture.ts";
import { pruneMail } from "./jobs.ts";

const { server, mailbox } = await startServerWithMail();
const castle = await createEmailRealm(server);

test("an email is sent as soon as the change that it announces is committed", async () => {
  // With this interval, polling does not start the job before the test ends, so it starts because of the commit.
  const prompt = await startServer({ smtpUrl: mailbox.url }, { withJobs: true, pollSeconds: 3600 });
  const { writesTo } = await createEmailRealm(prompt);
  for (const address of ["prompt@example.com", "next@example.com"]) {
    await writesTo(address);
    await mailbox.next(address);
  }
});

test("an email names its sender and the reason for sending it, in plain text and in HTML", async () => {
  await castle.writesTo("ophelia@example.com", "Ophelia, of Denmark");
  const mail = await mailbox.next("ophelia@example.com");

  assert.deepEqual(mail.from, { name: "Shakespeare", address: "noreply@parlance.test" });
  assert.deepEqual(mail.to, [{ name: "Ophelia, of Denmark", address: "ophelia@example.com" }]);
  assert.equal(mail.subject, "Come to Elsinore");
  assert.match(mail.headers["content-type"] ?? "", /^multipart\/alternative/);
  assert.match(mail.html, /<a class="button" href="https:\/\/elsinore\.example\/seats\?row=1&amp;seat=2"/);
  assert.equal(
    mail.text,
    `The players have arrived, and there will be a play tonight.

> To be, or not to be,
> that is the question

Take a seat:
https://elsinore.example/seats?row=1&seat=2

Time: 20:00
Place: The great hall

-- 
You get this because you live in the castle.
Shakespeare
http://${castle.host}`,
  );
});

test("an email is dated and marked as automatic, so that out-of-office programs do not reply to it", async () => {
  await castle.writesTo("yorick@example.com");
  const { headers } = await mailbox.next("yorick@example.com");
  assert.equal(headers["auto-submitted"], "auto-generated");
  assert.match(headers["message-id"] ?? "", /^<letter-\d+\.\w+@parlance\.test>$/);
  assert.ok(Math.abs(Date.parse(headers["date"] ?? "") - Date.now()) < 60_000);
  // These emails belong to no subscription, so they have no unsubscribe header.
  assert.equal(headers["list-unsubscribe"], undefined);
});

test("no email is sent for a change that is rolled back", async () => {
  const change = server.db.write(async (tx) => {
    const realm = { id: castle.realmId, url: `http://${castle.host}` };
    const to = { address: "claudius@example.com", name: "" };
    await enqueueEmails(tx, { realm, now: clock.now() }, [{ to, email: sampleEmail }]);
    throw new Error("never mind");
  });
  await assert.rejects(change, /never mind/);
  await castle.writesTo("gertrude@example.com");
  await mailbox.next("gertrude@example.com");
  assert.ok(!mailbox.all().some(({ recipients }) => recipients.includes("claudius@example.com")));
});

test("if one change sends many emails, each is sent once", async () => {
  const addresses = Array.from({ length: 50 }, (_, index) => `player-${index}@example.com`);
  await server.db.write((tx) => {
    const realm = { id: castle.realmId, url: `http://${castle.host}` };
    const emails = addresses.map((address) => ({ to: { address, name: "" }, email: sampleEmail }));
    return enqueueEmails(tx, { realm, now: clock.now() }, emails);
  });
  for (const address of addresses) await mailbox.next(address);
  const delivered = mailbox.all().flatMap(({ recipients }) => recipients);
  assert.deepEqual(
    addresses.filter((address) => delivered.filter((one) => one === address).length !== 1),
    [],
  );
});

test("the content of an email is deleted once it is sent, and its database row after a month", async () => {
  await castle.writesTo("polonius@example.com");
  const sent = await castle.when("polonius@example.com", ({ state }) => state === "sent");
  assert.deepEqual([sent.body_text, sent.body_html, sent.tries, sent.last_error], [null, null, 1, null]);
  mailbox.replyToRecipient = (address) =>
    address === "laertes@example.com" ? { code: 450, text: "Later" } : undefined;
  await castle.writesTo("laertes@example.com");

  const context = {
    db: server.db,
    clock,
    log: createLogger({ level: "silent" }),
    signal: new AbortController().signal,
  };
  const prune = pruneMail({ mailFolder: "/nowhere", url: "http://x", mailRetrySeconds: 1 });
  clock.shiftWallClock(days(29));
  await prune.run(context, {});
  assert.equal((await castle.rowOf("polonius@example.com")).state, "sent");
  clock.shiftWallClock(days(2));
  await prune.run(context, {});
  await assert.rejects(castle.rowOf("polonius@example.com"));
  // An email that is still pending is not deleted, and is sent however late.
  mailbox.replyToRecipient = () => undefined;
  await mailbox.next("laertes@example.com");
});

test("operators can monitor the number of emails sent", async () => {
  mailbox.replyToRecipient = () => undefined;
  await castle.writesTo("fortinbras@example.com");
  await castle.when("fortinbras@example.com", ({ state }) => state === "sent");
  const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  assert.match(metrics, /^parlance_mail_total\{outcome="sent"\} [1-9]\d*$/m);
  assert.match(metrics, /^parlance_mail_total\{outcome="failed"\} 0$/m);
  assert.match(metrics, /^parlance_mail_unsent\{state="failed"\} 0$/m);
});
