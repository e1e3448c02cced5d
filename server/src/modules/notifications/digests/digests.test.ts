import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  createTestOrganization,
  type TestUser,
  startServerWithMail,
  TEST_SECRET,
  writeRowsDirectly,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { Visitor } from "../../../pages/fixtures/visitor.ts";
import { deliverDigests } from "./jobs.ts";

const { server, mailbox } = await startServerWithMail();
const quiet = { send_new_subscription_messages: false };

const weekday = (): number => (clock.now().getUTCDay() + 6) % 7;

async function sendsDigests(): Promise<void> {
  const site = { url: "http://parlance.test", gravatar: true, webPublicChannels: true };
  const job = deliverDigests({ snapshots: server.snapshots, secret: TEST_SECRET, site });
  const log = createLogger({ level: "error" });
  await job.run({ db: server.db, clock, log, signal: new AbortController().signal }, {});
}

test("a user who was away for days gets a weekly email about topics in the user's channels, and can unsubscribe", async () => {
  const realm = await createTestOrganization(server);
  const { desdemona, hamlet, othello, cordelia, iago, host } = realm;
  const channel = await hamlet.createChannel("denmark", [hamlet, othello, cordelia], quiet);
  const secret = await hamlet.createChannel("secret", [hamlet, cordelia], { ...quiet, invite_only: true });
  clock.shiftWallClock(days(10));
  await desdemona.callOrThrow("PATCH", "/realm", { digest_emails_enabled: true, digest_weekday: weekday() });
  await iago.callOrThrow("PATCH", "/settings", { enable_digest_emails: false });
  for (const person of [hamlet, cordelia]) {
    await person.sendToChannel(channel, { topic: "ghosts", content: `I saw **one**, says ${person.fullName}` });
    await person.sendToChannel(secret, { topic: "plot" });
    await person.sendToChannel(channel, { topic: "dull" });
  }
  await othello.callOrThrow("POST", "/user_topics", { stream_id: channel, topic: "dull", visibility_policy: 1 });
  await hamlet.createChannel("norway", [hamlet], quiet);
  for (const person of [hamlet, cordelia]) await person.callOrThrow("POST", "/users/me/presence", { status: "active" });
  await writeRowsDirectly(realm, (tx) => tx.deleteFrom("user_presence").where("user_id", "=", othello.id).execute());

  await sendsDigests();
  const mail = await mailbox.next(othello.email);
  assert.equal(mail.subject, "What you missed in Shakespeare");
  assert.match(
    mail.text,
    /#denmark > ghosts: 2 messages by 2 users\n\nKing Hamlet, .*:\n> I saw one, says King Hamlet\n/,
  );
  assert.match(mail.text, /New channels: #norway/);
  assert.doesNotMatch(mail.raw, /plot|dull/);
  await sendsDigests();
  // No second digest is sent, even if the organization chooses another day.
  clock.shiftWallClock(days(2));
  await desdemona.callOrThrow("PATCH", "/realm", { digest_weekday: weekday() });
  await hamlet.sendToChannel(channel, { topic: "ghosts" });
  await sendsDigests();
  clock.shiftWallClock(days(7));
  await othello.callOrThrow("PATCH", "/settings", { email_notifications_batching_period_seconds: 604_800 });
  await hamlet.sendToChannel(channel, { topic: "ghosts" });
  await sendsDigests();
  const next = await mailbox.next(othello.email);
  const count = async ({ email }: TestUser): Promise<number> => {
    const digests = server.db.reader.selectFrom("mail").select("id").where("kind", "=", "digest");
    return (await digests.where("to_address", "=", email).execute()).length;
  };
  assert.deepEqual([await count(othello), await count(iago)], [2, 0]);

  const url = new URL(/^<(.*)>$/.exec(next.headers["list-unsubscribe"] ?? "")?.[1] ?? "");
  assert.equal(url.host, host);
  assert.equal((await new Visitor(realm).request("POST", url.pathname, "List-Unsubscribe=One-Click")).status, 200);
  assert.equal((await othello.registerQueue()).state.user_settings.enable_digest_emails, false);
});
