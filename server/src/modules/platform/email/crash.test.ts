// Slow: starts and kills processes, and waits for the delays between retries.
import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, ServerProcess, startMailbox, withServerDatabase } from "@parlance/testkit";
import { enqueueEmails } from "./actions/enqueue-email.ts";
import { sampleEmail } from "./fixtures/email-fixture.ts";

/** Enqueues emails as commands do while the server runs. Resolves when they are committed. */
const enqueueTo = (addresses: readonly string[]): Promise<void> =>
  withServerDatabase(server, async (db) => {
    const { id } = await db.reader
      .selectFrom("realm")
      .select("id")
      .where("subdomain", "=", "")
      .executeTakeFirstOrThrow();
    const realm = { id, url: "http://localhost" };
    const emails = addresses.map((address) => ({ to: { address, name: "" }, email: sampleEmail }));
    await db.write((tx) => enqueueEmails(tx, { realm, now: clock.now() }, emails));
  });

const mailbox = await startMailbox();
const server = await ServerProcess.start({ SMTP_URL: mailbox.url, PARLANCE_MAIL_RETRY_SECONDS: "1" });
test.after(() => server[Symbol.asyncDispose]());

test("emails that were enqueued before a server was killed are sent after its next start", async () => {
  const replyAllowed = Promise.withResolvers<undefined>();
  const three = Promise.withResolvers<void>();
  let attempts = 0;
  mailbox.replyToRecipient = () => {
    attempts += 1;
    if (attempts === 3) three.resolve();
    return replyAllowed.promise;
  };
  // These are twice as many emails as the process sends at once, so when it is killed, three are being sent and three
  // wait.
  const addresses = Array.from({ length: 6 }, (_, index) => `reader-${index}@example.com`);
  const { owner } = await server.demoUsers();
  assert.ok(owner);
  await owner.callOrThrow("POST", "/invites", { invitee_emails: addresses.join(","), stream_ids: [] });
  await three.promise;
  await server.kill({ database: false });
  await mailbox.close();
  assert.deepEqual(mailbox.all(), []);

  mailbox.replyToRecipient = () => undefined;
  await mailbox.open();
  await server.restart();
  for (const address of addresses) await mailbox.next(address);
});

test("emails that wait for a retry are sent even if the server and the database are killed meanwhile", async () => {
  const refused = Promise.withResolvers<void>();
  mailbox.replyToRecipient = () => {
    refused.resolve();
    return { code: 451, text: "Later" };
  };
  await enqueueTo(["later@example.com"]);
  await refused.promise;
  await server.kill({ database: true });
  mailbox.replyToRecipient = () => undefined;
  await server.restart();
  await mailbox.next("later@example.com");
});

test("a shutdown does not wait for an unresponsive mail server, and no email is lost", async () => {
  const reached = Promise.withResolvers<void>();
  const never = new Promise<undefined>(() => undefined);
  mailbox.replyToRecipient = () => {
    reached.resolve();
    return never;
  };
  await enqueueTo(["stopped@example.com"]);
  await reached.promise;
  assert.equal(await server.stop(), 0);
  mailbox.replyToRecipient = () => undefined;
  await server.restart();
  await mailbox.next("stopped@example.com");
});

test("an email that is sent twice because its outcome was lost has the same Message-ID both times", async () => {
  const received = Promise.withResolvers<void>();
  const replyAllowed = Promise.withResolvers<void>();
  mailbox.onReceived = (recipients) => {
    if (!recipients.includes("twice@example.com")) return;
    received.resolve();
    return replyAllowed.promise;
  };
  await enqueueTo(["twice@example.com"]);
  await received.promise;
  await server.kill({ database: false });
  replyAllowed.resolve();
  mailbox.onReceived = () => undefined;
  await server.restart();
  const [first, second] = [await mailbox.next("twice@example.com"), await mailbox.next("twice@example.com")];
  assert.equal(first.headers["message-id"], second.headers["message-id"]);
  assert.equal(first.raw.replaceAll(/_NmP-\w+-/g, ""), second.raw.replaceAll(/_NmP-\w+-/g, ""));
});
