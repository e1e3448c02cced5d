import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  hours,
  type ReceivedEmail,
  createTestOrganization,
  startServerWithMail,
  type TestOrganization,
  writeRowsDirectly,
} from "@parlance/testkit";
import { createLogger } from "@parlance/kernel/base/log.ts";
import {
  requestToJoin,
  findByKey,
  sendInvites,
  joinWithKey,
  createInviteLink,
  loadOpenInvitations,
} from "./fixtures/invitations.ts";
import { remindInvitees } from "./jobs.ts";

const { server, mailbox } = await startServerWithMail();

let count = 0;
/** Returns a new address, to which no email was sent before. */
const fresh = () => `yorick${(count += 1)}@example.com`;

/** Extracts the invitation's key from an email. */
const keyIn = ({ text }: ReceivedEmail): string =>
  /\/accounts\/do_confirm\/([a-z2-7]{24})$/m.exec(text)?.[1] ?? assert.fail(text);

const remind = () =>
  remindInvitees({ url: "http://parlance.test" }).run(
    { db: server.db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
    {},
  );

/** Returns the addresses to which reminders were written. The reminders may not be delivered yet. */
async function reminded({ realmId }: TestOrganization): Promise<string[]> {
  const rows = await server.db.reader
    .selectFrom("mail")
    .select("to_address")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "invitation_reminder")
    .orderBy("id")
    .execute();
  return rows.map(({ to_address: address }) => address);
}

test("an invitation email names the inviter and the organization, and its link lets the recipient join", async () => {
  const realm = await createTestOrganization(server);
  const email = fresh();
  await sendInvites(realm.hamlet, email);
  const message = await mailbox.next(email);
  assert.equal(message.subject, "King Hamlet invited you to join Shakespeare");
  assert.match(message.text, /King Hamlet invited you to join Shakespeare/);
  assert.ok(message.html.includes(`http://${realm.host}/accounts/do_confirm/`));
  const yorick = await joinWithKey(realm, keyIn(message));
  assert.equal(yorick.email, email);
  assert.equal((await mailbox.next(email)).subject, "Welcome to Shakespeare");
});

test("resending an invitation sends the same email again", async () => {
  const realm = await createTestOrganization(server);
  const email = fresh();
  await sendInvites(realm.hamlet, email);
  const first = await mailbox.next(email);
  const [{ id } = assert.fail()] = await loadOpenInvitations(realm.hamlet);
  await realm.hamlet.callOrThrow("POST", `/invites/${id}/resend`);
  const second = await mailbox.next(email);
  assert.deepEqual([second.subject, second.text], [first.subject, first.text]);
  assert.equal((await findByKey(realm, keyIn(second))).state, "usable");
});

test("a user who requests to join through a link gets an email that verifies the address", async () => {
  const realm = await createTestOrganization(server);
  const email = fresh();
  await requestToJoin(realm, email, await createInviteLink(realm.iago));
  const message = await mailbox.next(email);
  assert.equal(message.subject, "Join Shakespeare");
  assert.equal((await joinWithKey(realm, keyIn(message))).email, email);
});

test("an invitee who has not joined is reminded once, two days before the invitation expires", async () => {
  const realm = await createTestOrganization(server);
  const email = fresh();
  await sendInvites(realm.hamlet, email);
  const first = await mailbox.next(email);
  clock.shiftWallClock(days(8) - hours(1));
  await remind();
  assert.deepEqual(await reminded(realm), [], "it is too early");

  clock.shiftWallClock(hours(1));
  await remind();
  const reminder = await mailbox.next(email);
  assert.equal(reminder.subject, "Reminder: King Hamlet invited you to join Shakespeare");
  assert.equal(keyIn(reminder), keyIn(first));
  await remind();
  clock.shiftWallClock(days(1));
  await remind();
  assert.deepEqual(await reminded(realm), [email]);
});

test("no reminder is sent for invitations that were used, revoked or replaced, that never expire, or that are valid for less than four days", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  const [used, revoked, renewed, short, enough, never] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  await sendInvites(hamlet, [used, revoked, renewed]);
  await sendInvites(hamlet, short, { invite_expires_in_minutes: 4 * 1440 - 1 });
  await sendInvites(hamlet, never, { invite_expires_in_minutes: null });
  await joinWithKey(realm, keyIn(await mailbox.next(used)));
  const uninvited = (await loadOpenInvitations(hamlet)).find(({ email }) => email === revoked);
  await hamlet.callOrThrow("DELETE", `/invites/${uninvited?.id}`);
  clock.shiftWallClock(days(2));
  await remind();
  clock.shiftWallClock(days(4));
  await sendInvites(hamlet, enough, { invite_expires_in_minutes: 4 * 1440 });
  await sendInvites(realm.othello, renewed);
  clock.shiftWallClock(days(2));
  await remind();
  assert.deepEqual(await reminded(realm), [enough]);
});

test("no reminders are sent for a deactivated organization", async () => {
  const realm = await createTestOrganization(server);
  const email = fresh();
  await sendInvites(realm.hamlet, email);
  await mailbox.next(email);
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: clock.now() }).where("id", "=", realm.realmId).execute(),
  );
  clock.shiftWallClock(days(9));
  await remind();
  assert.deepEqual(await reminded(realm), []);
});
