import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  createTestOrganization,
  seconds,
  watchEvents,
  type TestOrganization,
  startServerWithMail,
} from "@parlance/testkit";
import { findPathIn, Visitor } from "../fixtures/visitor.ts";

const { server, mailbox } = await startServerWithMail({ trustedProxies: 1 });

/**
 * Requests a new email address for Hamlet. Returns the path of the confirmation link that is sent to the new address.
 */
async function linkFor({ hamlet }: TestOrganization, email: string): Promise<string> {
  await hamlet.callOrThrow("PATCH", "/settings", { email });
  return findPathIn(await mailbox.next(email), "/accounts/confirm_new_email/");
}

async function addressOf({ desdemona, hamlet }: TestOrganization): Promise<string> {
  const { user } = await desdemona.callOrThrow("GET", `/users/${hamlet.id}`);
  return user.delivery_email as string;
}

test("a new address is set only after its owner has opened the link and clicked the button", async () => {
  const realm = await createTestOrganization(server);
  const email = `prince@${realm.host}`;
  const link = await linkFor(realm, email);
  const visitor = new Visitor(realm);
  const page = await visitor.open(link);
  assert.equal(page.status, 200);
  assert.ok(page.text.includes(`you log in to Shakespeare as ${email} instead of ${realm.hamlet.email}.`));
  assert.equal(await addressOf(realm), realm.hamlet.email);

  await watchEvents([realm.desdemona], async () => {
    const answer = await visitor.send(link);
    assert.deepEqual([answer.status, answer.headers.location], [303, "/accounts/email_changed"]);
  });
  assert.match(
    (await visitor.open("/accounts/email_changed")).text,
    /You now log in to Shakespeare with your new address/,
  );
  assert.equal(await addressOf(realm), email);
  assert.equal((await visitor.open(link)).status, 404, "it works once");
});

test("a link that was replaced, has expired, belongs to another organization or never existed cannot be used", async () => {
  const [realm, other] = [await createTestOrganization(server), await createTestOrganization(server)];
  const first = await linkFor(realm, `prince@${realm.host}`);
  const second = await linkFor(realm, `king@${realm.host}`);
  const foreign = await linkFor(other, `prince@${other.host}`);
  const late = new Visitor(realm);
  await late.open(second);
  const open = async (link: string) => (await new Visitor(realm).open(link)).status;
  assert.deepEqual([await open(first), await open(second), await open(foreign)], [404, 200, 404]);
  assert.equal(await open(`/accounts/confirm_new_email/${"a".repeat(24)}`), 404);
  clock.shiftWallClock(days(1) + seconds(1));
  assert.equal((await late.send(second)).status, 404);
  assert.equal(await addressOf(realm), realm.hamlet.email);
});

test("if the change is no longer possible when the link is confirmed, the page says why and nothing changes", async () => {
  const realm = await createTestOrganization(server);
  const visitor = new Visitor(realm);
  const link = await linkFor(realm, `prince@${realm.host}`);
  await visitor.open(link);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { email_changes_disabled: true });
  const answer = await visitor.send(link);
  assert.equal(answer.status, 400);
  assert.match(answer.text, /Email address changes are disabled in this organization\./);
  assert.equal(await addressOf(realm), realm.hamlet.email);
});
