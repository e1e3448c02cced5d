import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  countStatements,
  days,
  hours,
  createTestOrganization,
  startServer,
  type TestOrganization,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { loadAuditActs, sendInvites, loadOpenInvitations } from "./fixtures/invitations.ts";
import { pruneInvitationBatches } from "./jobs.ts";

const limited = await startServer({ invitationsPerDay: 3 });
const forNewcomers = await startServer({ invitationsPerDayOfNewcomers: 3 });

const emails = (count: number, prefix = "p") =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}@example.com`);

async function sends(realm: TestOrganization, count: number, prefix?: string): Promise<string> {
  const { result, code, msg, body } = await sendInvites(realm.hamlet, emails(count, prefix));
  if (result === "error") {
    assert.deepEqual(
      [code, body["errors"], body["sent_invitations"], body["daily_limit_reached"], body["license_limit_reached"]],
      ["INVITATION_FAILED", [], false, true, false],
    );
  }
  return msg;
}

const REFUSED =
  "To protect users, this server limits the number of invitations you can send in one day. Because you have reached " +
  "the limit, no invitations were sent.";

test("the daily limit of an organization's invitation emails is enforced, and resent emails count", async () => {
  const realm = await createTestOrganization(limited);
  assert.equal(await sends(realm, 4), REFUSED);
  assert.deepEqual(await loadOpenInvitations(realm.hamlet), []);
  assert.equal(await sends(realm, 2), "");
  assert.equal(await sends(realm, 2, "q"), REFUSED);
  const [{ id } = assert.fail()] = await loadOpenInvitations(realm.hamlet);
  await realm.hamlet.callOrThrow("POST", `/invites/${id}/resend`);
  assert.equal((await realm.hamlet.post(`/invites/${id}/resend`)).msg, REFUSED);
  assert.equal(await sends(realm, 1, "q"), REFUSED);
  assert.equal(await sends(await createTestOrganization(limited), 3), "", "another organization counts for itself");
  clock.shiftWallClock(hours(24));
  assert.equal(await sends(realm, 3, "q"), "");
});

test("the daily limit of an organization's invitation emails is also enforced for concurrent requests", async () => {
  const realm = await createTestOrganization(limited);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => sends(realm, 1, `r${index}`)));
  assert.equal(answers.filter((msg) => msg === "").length, 3);
});

test("all organizations that are less than a week old share a limit", async () => {
  const [first, second] = [await createTestOrganization(forNewcomers), await createTestOrganization(forNewcomers)];
  assert.equal(await sends(first, 2), "");
  assert.equal(await sends(second, 2), REFUSED);
  assert.equal(await sends(second, 1), "");
  clock.shiftWallClock(days(8));
  const third = await createTestOrganization(forNewcomers);
  assert.equal(await sends(third, 3), "");
  assert.equal(await sends(first, 5, "q"), "", "it is no longer new");
});

test("the counts of invitation emails are deleted once they no longer matter for the limits", async () => {
  const { db } = limited;
  await sends(await createTestOrganization(limited), 1);
  clock.shiftWallClock(days(3));
  const context = { db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal };
  await pruneInvitationBatches.run(context, {});
  assert.deepEqual(await db.reader.selectFrom("invitation_batch").selectAll().execute(), []);
});

test("inviting two thousand users takes only three statements more than inviting one, because emails are inserted 500 at a time", async () => {
  const server = await startServer();
  const realm = await createTestOrganization(server);
  const one = await countStatements(server.db.pool, () => sendInvites(realm.hamlet, emails(1, "one")));
  const many = await countStatements(server.db.pool, () => sendInvites(realm.hamlet, emails(2000)));
  assert.equal(many.statements, one.statements + 3);
  const invitations = await loadOpenInvitations(realm.hamlet);
  assert.equal(invitations.length, 2001);
  assert.equal(new Set(invitations.map(({ email }) => email)).size, 2001);
  assert.equal((await loadAuditActs(realm)).length, 2001);
});
