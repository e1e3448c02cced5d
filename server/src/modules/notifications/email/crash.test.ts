// Slow: starts and kills processes several times.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type ReceivedEmail, ServerProcess, startMailbox } from "@parlance/testkit";

const mailbox = await startMailbox();
const server = await ServerProcess.start({ SMTP_URL: mailbox.url, PARLANCE_MAIL_RETRY_SECONDS: "1" });
test.after(() => server[Symbol.asyncDispose]());

test("if the server is killed with kill -9, each missed message is still in exactly one email", async () => {
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  // Turns presence off, because some demo users have just been active and would get no emails.
  const soon = { email_notifications_batching_period_seconds: 1, presence_enabled: false };
  await member.callOrThrow("PATCH", "/settings", soon);
  const words = Array.from({ length: 12 }, (_, index) => `word-${index + 1}.`);
  for (const [index, content] of words.entries()) {
    await owner.sendDirectMessage(member, { content });
    // Kills the server once while a message is processed, and once while an email about it is created.
    if (index === 1 || index === 6) await server.kill({ database: index === 6 });
    if (index === 4) await waitForEmail("word-5.", member.email);
    if (index === 1 || index === 6) await server.restart();
  }
  for (const word of words) await waitForEmail(word, member.email);
  for (const word of words) assert.equal(emailIdsWith(word, member.email).size, 1, word);
});

/** Returns the Message-IDs of the emails that contain a word. A recipient recognizes duplicates by the Message-ID. */
const emailIdsWith = (word: string, address: string): ReadonlySet<string | undefined> =>
  new Set(
    mailbox
      .all()
      .filter(({ recipients, text }) => recipients.includes(address) && text.includes(word))
      .map(({ headers }) => headers["message-id"]),
  );

async function waitForEmail(word: string, address: string): Promise<void> {
  while (emailIdsWith(word, address).size === 0) {
    const email: ReceivedEmail = await mailbox.next(address);
    assert.ok(email.subject);
  }
}
