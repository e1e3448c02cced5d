import assert from "node:assert/strict";
import { test } from "node:test";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { confirmEmailChange } from "../actions/email-change/confirm-email-change.ts";
import { pruneEmailChanges } from "../jobs.ts";
import {
  clock,
  days,
  hours,
  minutes,
  createTestOrganization,
  TestUser,
  startServerWithMail,
  defaultRateLimits,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";

const { server, mailbox } = await startServerWithMail({ rateLimits: defaultRateLimits });

/** Counter for unique addresses. Each test uses new addresses, because it finds emails by their address. */
let count = 0;
const newAddress = () => `prince${(count += 1)}@denmark.example`;

async function keySentTo(address: string): Promise<string> {
  const { text } = await mailbox.next(address);
  return /\/accounts\/confirm_new_email\/([a-z2-7]{24})/.exec(text)?.[1] ?? assert.fail(text);
}

const confirms = ({ realmId, host }: TestOrganization, key: string) =>
  server.db.write((tx) => {
    return confirmEmailChange(tx, { realm: { id: realmId, url: `http://${host}` }, key, now: clock.now() });
  });

const requestChange = (person: TestUser, email: string, more = {}) => person.patch("/settings", { email, ...more });

test("a new address is confirmed with a link in an email to it, and the old address is notified", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  const address = newAddress();
  const [before] = await watchEvents([hamlet], async () => {
    assert.equal((await requestChange(hamlet, ` ${address} `)).status, 200);
  });
  assert.deepEqual(before, [], "until it is confirmed, nothing has changed");

  const { subject, text, to } = await mailbox.next(address);
  assert.deepEqual(to, [{ name: "King Hamlet", address }]);
  assert.equal(subject, "Confirm your new email address for Shakespeare");
  assert.ok(text.includes(hamlet.email) && text.includes("for one day"), text);
  const [, key = ""] = new RegExp(`http://${realm.host}/accounts/confirm_new_email/([a-z2-7]{24})`).exec(text) ?? [];

  const confirmed = await confirms(realm, key);
  const facts = { userId: hamlet.id, fullName: "King Hamlet", oldEmail: hamlet.email, newEmail: address };
  assert.deepEqual(confirmed, facts);
  const notice = await mailbox.next(hamlet.email);
  assert.equal(notice.subject, "Your email address for Shakespeare was changed");
  assert.ok(notice.text.includes(address));

  assert.equal((await hamlet.get("/users/me")).status, 401, "the old address signs in no more");
  const again = new TestUser(hamlet.site, { ...hamlet, email: address });
  assert.equal((await again.get("/users/me"))["delivery_email"], address);
});

test("users who can see the address receive events with it and with the avatar derived from it", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, polonius } = realm;
  const address = newAddress();
  await requestChange(hamlet, address);
  const key = await keySentTo(address);
  const after = new TestUser(hamlet.site, { ...hamlet, email: address });
  const [toOthello, toPolonius] = await watchEvents([othello, polonius], () => confirms(realm, key));
  const avatar = (await after.get("/users/me"))["avatar_url"];
  for (const events of [toOthello, toPolonius]) {
    assert.deepEqual(
      events?.map(({ person: { avatar_url_medium: _, ...person } = {} }) => person),
      [
        { user_id: hamlet.id, delivery_email: address },
        { user_id: hamlet.id, new_email: address },
        { user_id: hamlet.id, avatar_url: avatar, avatar_source: "G", avatar_version: 1 },
      ],
    );
  }
});

test("only users who can see a hidden address receive the new address, and other users receive only the changed avatar", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, iago, othello } = realm;
  await hamlet.callOrThrow("PATCH", "/settings", { email_address_visibility: 3 });
  const address = newAddress();
  await requestChange(hamlet, address);
  const key = await keySentTo(address);
  const [toIago, toOthello] = await watchEvents([iago, othello], () => confirms(realm, key));
  assert.deepEqual(
    toIago?.map(({ person }) => Object.keys(person ?? {}).toSorted()),
    [
      ["delivery_email", "user_id"],
      ["avatar_source", "avatar_url", "avatar_url_medium", "avatar_version", "user_id"],
    ],
  );
  assert.deepEqual(
    toOthello?.map(({ person }) => Object.keys(person ?? {}).includes("delivery_email")),
    [false],
  );
  assert.ok(!JSON.stringify(toOthello).includes(address));
});

test("a link works only once, within a day, in its own organization, and until a newer link is sent", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  const other = await createTestOrganization(server);
  const [first, second] = [newAddress(), newAddress()];
  await requestChange(hamlet, first);
  const older = await keySentTo(first);
  await requestChange(othello, newAddress());
  await requestChange(hamlet, second);
  const newer = await keySentTo(second);
  assert.equal(await confirms(realm, older), null, "revoked by the newer one");
  assert.equal(await confirms(realm, "a".repeat(24)), null, "nobody's");
  assert.equal(await confirms(other, newer), null, "elsewhere");
  const both = await Promise.all([confirms(realm, newer), confirms(realm, newer)]);
  assert.equal(both.filter((one) => one !== null).length, 1);
  assert.equal(await confirms(realm, newer), null, "used");

  const late = await createTestOrganization(server);
  const address = newAddress();
  await requestChange(late.hamlet, address);
  const key = await keySentTo(address);
  clock.shiftWallClock(hours(24) + minutes(1));
  assert.equal(await confirms(late, key), null, "expired");
});

test("if a change of address has become impossible since it was requested, its confirmation is rejected", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello, desdemona } = realm;
  const address = newAddress();
  await requestChange(hamlet, address);
  await requestChange(othello, address);
  const [one, two] = [await keySentTo(address), await keySentTo(address)];
  await confirms(realm, one);
  await assert.rejects(confirms(realm, two), { message: "Email is already in use." });

  const another = newAddress();
  await requestChange(othello, another);
  const key = await keySentTo(another);
  await desdemona.callOrThrow("PATCH", "/realm", { email_changes_disabled: true });
  await assert.rejects(confirms(realm, key), { message: "Email address changes are disabled in this organization." });
  await desdemona.callOrThrow("PATCH", "/realm", { email_changes_disabled: false });
  assert.equal((await confirms(realm, key))?.newEmail, another, "what was refused used nothing up");
});

test("invalid, disallowed and used addresses are rejected", async () => {
  const { hamlet, othello, desdemona, host } = await createTestOrganization(server);
  const refused = async (email: string, message: string) => {
    const { status, code, msg } = await requestChange(hamlet, email, { enter_sends: true });
    assert.deepEqual([email, status, code, msg], [email, 400, "BAD_REQUEST", message]);
  };
  const [events] = await watchEvents([hamlet], async () => {
    await refused("no address", "Enter a valid email address.");
    await refused("", "Enter a valid email address.");
    await refused(othello.email.toUpperCase(), "Email is already in use.");
    await refused(`user${othello.id}@${host}`, "Email is already in use.");
    await refused("prince@mailinator.com", "Please use your real email address.");
  });
  assert.deepEqual(events, []);

  await desdemona.callOrThrow("POST", "/realm/domains", { domain: "denmark.example", allow_subdomains: false });
  await desdemona.callOrThrow("PATCH", "/realm", { emails_restricted_to_domains: true });
  await refused("prince@norway.example", "Email 'prince@norway.example' not allowed in this organization");
  await refused("prince+1@denmark.example", "Email addresses containing + are not allowed.");
  await desdemona.callOrThrow("PATCH", "/realm", { email_changes_disabled: true });
  await refused(newAddress(), "Email address changes are disabled in this organization.");
  const own = newAddress();
  assert.equal((await requestChange(desdemona, own)).status, 200, "administrators may all the same");
  assert.ok(await keySentTo(own));
});

test("a user who requests the present address changes nothing, unless the case differs", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet } = realm;
  for (let again = 0; again < 4; again += 1) assert.equal((await requestChange(hamlet, hamlet.email)).status, 200);
  const shouted = hamlet.email.replace("hamlet", "HAMLET");
  await requestChange(hamlet, shouted);
  await confirms(realm, await keySentTo(shouted));
  assert.equal((await hamlet.get("/users/me"))["delivery_email"], shouted);
});

test("at most two confirmation emails an hour and five a day are sent to a user, and rejected requests do not count", async () => {
  const { hamlet, othello } = await createTestOrganization(server);
  const outcome = async () => {
    const { status, code, headers } = await requestChange(hamlet, newAddress(), { enter_sends: true });
    return status === 200 ? "sent" : `${status} ${code} ${headers["retry-after"]}`;
  };
  await requestChange(hamlet, "no address");
  assert.deepEqual([await outcome(), await outcome()], ["sent", "sent"]);
  const third = await outcome();
  assert.match(third, /^429 RATE_LIMIT_HIT (3[56]\d\d)$/);
  assert.equal((await requestChange(othello, newAddress())).status, 200);
  clock.shiftWallClock(hours(1) + minutes(1));
  assert.deepEqual([await outcome(), await outcome()], ["sent", "sent"]);
  clock.shiftWallClock(hours(1) + minutes(1));
  assert.equal(await outcome(), "sent");
  clock.shiftWallClock(hours(1) + minutes(1));
  assert.match(await outcome(), /^429/);
  clock.shiftWallClock(hours(24));
  assert.equal(await outcome(), "sent");
});

test("a deactivated user cannot confirm a new address", async () => {
  const realm = await createTestOrganization(server);
  const address = newAddress();
  await requestChange(realm.hamlet, address);
  const key = await keySentTo(address);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  assert.equal(await confirms(realm, key), null);
});

test("a requested address is deleted a week after its link expired", async () => {
  const { hamlet } = await createTestOrganization(server);
  await requestChange(hamlet, newAddress());
  const run = () =>
    pruneEmailChanges.run(
      { db: server.db, clock, log: createLogger({ level: "silent" }), signal: new AbortController().signal },
      {},
    );
  const left = async () => {
    const rows = await server.db.reader
      .selectFrom("email_change")
      .select("new_email")
      .where("user_id", "=", hamlet.id)
      .execute();
    return rows.length;
  };
  clock.shiftWallClock(days(7) + hours(23));
  await run();
  assert.equal(await left(), 1);
  clock.shiftWallClock(hours(2));
  await run();
  assert.equal(await left(), 0);
});
