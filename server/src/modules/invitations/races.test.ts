import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  createTestOrganization,
  type TestUser,
  startServerBeside,
  testServer,
  type TestOrganization,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { sendInvitationReminders } from "./actions/send-invitation-reminders.ts";
import {
  realmContextOf,
  findByKey,
  sendInvites,
  joinWithKey,
  loadKey,
  loadOpenInvitations,
  refusalOf,
} from "./fixtures/invitations.ts";

const here = await testServer();
/** A second process of the same server. */
const there = await startServerBeside(here);

const EMAIL = "yorick@example.com";

/** The process used by each attempt: the attempts alternate between both processes. */
const BOTH_SIDES = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? here : there));

async function invited(realm: TestOrganization, person: TestUser): Promise<{ id: number; key: string }> {
  assert.equal((await sendInvites(person, EMAIL)).result, "success");
  const [{ id } = assert.fail()] = await loadOpenInvitations(person);
  return { id, key: await loadKey(realm, EMAIL) };
}

/** Returns `in` if the user has joined, otherwise the state of the invitation. */
const outcome = async (joining: Promise<unknown>): Promise<string> => (await refusalOf(joining)) ?? "in";

const onlyOneIsIn = (outcomes: readonly string[], others: string) =>
  assert.deepEqual(outcomes.toSorted(), ["in", ...outcomes.slice(1).map(() => others)]);

const peopleWith = async ({ iago }: TestOrganization, email: string): Promise<number> => {
  const { members } = await iago.callOrThrow("GET", "/users");
  return (members as { delivery_email: string }[]).filter((one) => one.delivery_email === email).length;
};

/**
 * Opens a transaction that runs `first`, and starts `act` meanwhile. The transaction commits when `act` waits for its
 * locks.
 */
async function meanwhile(first: (tx: Tx) => Promise<unknown>, act: () => Promise<unknown>): Promise<void> {
  let acting: Promise<unknown> = Promise.resolve();
  await here.db.write(async (tx) => {
    await first(tx);
    acting = act();
    await Promise.race([untilTransactionsBlocked(here, 1), acting]);
  });
  await acting;
}

test("if an invitation is used several times at the same time, only one user joins", async () => {
  const realm = await createTestOrganization(here);
  const { key } = await invited(realm, realm.hamlet);
  const outcomes = await Promise.all(BOTH_SIDES.map((server) => outcome(joinWithKey({ ...realm, server }, key))));
  onlyOneIsIn(outcomes, "used");
  assert.equal(await peopleWith(realm, EMAIL), 1);
});

test("if several invitations to an address are used at the same time, only one account is created", async () => {
  const realm = await createTestOrganization(here);
  const keys: string[] = [];
  for (const _ of BOTH_SIDES) keys.push((await invited(realm, realm.hamlet)).key);
  const outcomes = await Promise.all(
    BOTH_SIDES.map((server, index) => outcome(joinWithKey({ ...realm, server }, keys[index] ?? ""))),
  );
  onlyOneIsIn(outcomes, "revoked");
  assert.equal(await peopleWith(realm, EMAIL), 1);
});

test("an invitation that is revoked while it is being used is afterwards either revoked or used", async () => {
  for (let round = 0; round < 6; round += 1) {
    const realm = await createTestOrganization(here);
    const { id, key } = await invited(realm, realm.hamlet);
    const [found, revocation] = await Promise.all([
      outcome(joinWithKey({ ...realm, server: round % 2 === 0 ? here : there }, key)),
      realm.hamlet.delete(`/invites/${id}`),
    ]);
    const gotIn = found === "in";
    assert.equal(revocation.msg, gotIn ? "No such invitation" : "");
    assert.deepEqual(await findByKey(realm, key), { state: gotIn ? "used" : "revoked" });
    assert.equal(await peopleWith(realm, EMAIL), gotIn ? 1 : 0);
  }
});

test("an invitation that is resent while it is being used does not become open again", async () => {
  for (let round = 0; round < 6; round += 1) {
    const realm = await createTestOrganization(here);
    const { id, key } = await invited(realm, realm.hamlet);
    const [found, again] = await Promise.all([
      outcome(joinWithKey({ ...realm, server: round % 2 === 0 ? here : there }, key)),
      realm.hamlet.post(`/invites/${id}/resend`),
    ]);
    assert.equal(found, "in");
    assert.ok(["", "No such invitation"].includes(again.msg));
    assert.deepEqual(await findByKey(realm, key), { state: "used" });
    assert.deepEqual(await loadOpenInvitations(realm.iago), []);
  }
});

test("if an invitation is being revoked, a user who tries to join is rejected", async () => {
  const realm = await createTestOrganization(here);
  const { id, key } = await invited(realm, realm.hamlet);
  await meanwhile(
    (tx) => tx.updateTable("invitation").set({ revoked_at: clock.now() }).where("id", "=", id).execute(),
    async () => assert.equal(await outcome(joinWithKey({ ...realm, server: there }, key)), "revoked"),
  );
});

test("if the referrer is being deactivated, a user who tries to join is rejected because the invitation is revoked", async () => {
  const realm = await createTestOrganization(here);
  const { hamlet, iago } = realm;
  const { key } = await invited(realm, hamlet);
  const gone = { realm: realmContextOf(realm), actorId: iago.id, userId: hamlet.id, now: clock.now() };
  await meanwhile(
    (tx) => deactivateUser(tx, gone),
    async () => assert.equal(await outcome(joinWithKey({ ...realm, server: there }, key)), "revoked"),
  );
});

test("a user who is deactivated while inviting others sends no invitations", async () => {
  const realm = await createTestOrganization(here);
  const { hamlet, iago } = realm;
  const gone = { realm: realmContextOf(realm), actorId: iago.id, userId: hamlet.id, now: clock.now() };
  await meanwhile(
    (tx) => deactivateUser(tx, gone),
    async () => {
      const { result, msg } = await sendInvites(hamlet.at(there), EMAIL);
      assert.deepEqual([result, msg], ["error", "Insufficient permission"]);
    },
  );
  assert.deepEqual(await loadOpenInvitations(iago), []);
});

test("if two processes send reminders at the same time, each invitee gets only one email", async () => {
  const realm = await createTestOrganization(here);
  const { id, key } = await invited(realm, realm.hamlet);
  const soon = new Date(clock.now().getTime() + 9 * 86_400_000);
  const site = { url: "http://parlance.test" };
  await Promise.all(BOTH_SIDES.map(({ db }) => db.write((tx) => sendInvitationReminders(tx, site, soon))));
  const emails = await here.db.reader
    .selectFrom("mail")
    .select("id")
    .where("realm_id", "=", realm.realmId)
    .where("kind", "=", "invitation_reminder")
    .orderBy("id")
    .execute();
  assert.equal(emails.length, 1);
  assert.ok(id && key);
});
