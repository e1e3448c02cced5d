import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  hours,
  type Mail,
  newRealm,
  startServerWithMail,
  type TestRealm,
  writeByHand,
} from "@parlance/testkit";
import { createLogger } from "#kernel/log.ts";
import { asksToJoin, finds, invites, joins, makesLink, openInvitations } from "./fixtures/invitations.ts";
import { remindInvitees } from "./jobs.ts";

const { server, mailbox } = await startServerWithMail();

let count = 0;
/** An address that nobody was written to before. */
const fresh = () => `yorick${(count += 1)}@example.com`;

/** The key in a letter. */
const keyIn = ({ text }: Mail): string =>
  /\/accounts\/do_confirm\/([a-z2-7]{24})$/m.exec(text)?.[1] ?? assert.fail(text);

const remind = () =>
  remindInvitees({ url: "http://parlance.test" }).run(
    { db: server.db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
    {},
  );

/** Whom reminders were written to; letters may still be on their way. */
async function reminded({ realmId }: TestRealm): Promise<string[]> {
  const rows = await server.db.reader
    .selectFrom("mail")
    .select("to_address")
    .where("realm_id", "=", realmId)
    .where("kind", "=", "invitation_reminder")
    .orderBy("id")
    .execute();
  return rows.map(({ to_address: address }) => address);
}

test("an invitation arrives by mail, says who invites and where to, and lets its reader in", async () => {
  const realm = await newRealm(server);
  const email = fresh();
  await invites(realm.hamlet, email);
  const letter = await mailbox.next(email);
  assert.equal(letter.subject, "King Hamlet invited you to join Shakespeare");
  assert.match(letter.text, /King Hamlet invited you to join Shakespeare/);
  assert.ok(letter.html.includes(`http://${realm.host}/accounts/do_confirm/`));
  const yorick = await joins(realm, keyIn(letter));
  assert.equal(yorick.email, email);
  assert.equal((await mailbox.next(email)).subject, "Welcome to Shakespeare");
});

test("an invitation that is sent again is the same letter", async () => {
  const realm = await newRealm(server);
  const email = fresh();
  await invites(realm.hamlet, email);
  const first = await mailbox.next(email);
  const [{ id } = assert.fail()] = await openInvitations(realm.hamlet);
  await realm.hamlet.does("POST", `/invites/${id}/resend`);
  const second = await mailbox.next(email);
  assert.deepEqual([second.subject, second.text], [first.subject, first.text]);
  assert.equal((await finds(realm, keyIn(second))).state, "usable");
});

test("who asks to join by a link gets a letter that proves the address", async () => {
  const realm = await newRealm(server);
  const email = fresh();
  await asksToJoin(realm, email, await makesLink(realm.iago));
  const letter = await mailbox.next(email);
  assert.equal(letter.subject, "Join Shakespeare");
  assert.equal((await joins(realm, keyIn(letter))).email, email);
});

test("two days before an invitation ends, who has not answered is reminded, once", async () => {
  const realm = await newRealm(server);
  const email = fresh();
  await invites(realm.hamlet, email);
  const first = await mailbox.next(email);
  clock.advance(days(8) - hours(1));
  await remind();
  assert.deepEqual(await reminded(realm), [], "it is too early");

  clock.advance(hours(1));
  await remind();
  const reminder = await mailbox.next(email);
  assert.equal(reminder.subject, "Reminder: King Hamlet invited you to join Shakespeare");
  assert.equal(keyIn(reminder), keyIn(first));
  await remind();
  clock.advance(days(1));
  await remind();
  assert.deepEqual(await reminded(realm), [email]);
});

test("nobody is reminded who has come, was uninvited, has a newer invitation, or had less than four days", async () => {
  const realm = await newRealm(server);
  const { hamlet } = realm;
  const [used, revoked, renewed, short, enough, never] = [fresh(), fresh(), fresh(), fresh(), fresh(), fresh()];
  await invites(hamlet, [used, revoked, renewed]);
  await invites(hamlet, short, { invite_expires_in_minutes: 4 * 1440 - 1 });
  await invites(hamlet, never, { invite_expires_in_minutes: null });
  await joins(realm, keyIn(await mailbox.next(used)));
  const uninvited = (await openInvitations(hamlet)).find(({ email }) => email === revoked);
  await hamlet.does("DELETE", `/invites/${uninvited?.id}`);
  clock.advance(days(2));
  await remind();
  clock.advance(days(4));
  await invites(hamlet, enough, { invite_expires_in_minutes: 4 * 1440 });
  await invites(realm.othello, renewed);
  clock.advance(days(2));
  await remind();
  assert.deepEqual(await reminded(realm), [enough]);
});

test("people of an organization that is closed are not reminded", async () => {
  const realm = await newRealm(server);
  const email = fresh();
  await invites(realm.hamlet, email);
  await mailbox.next(email);
  await writeByHand(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: clock.now() }).where("id", "=", realm.realmId).execute(),
  );
  clock.advance(days(9));
  await remind();
  assert.deepEqual(await reminded(realm), []);
});
