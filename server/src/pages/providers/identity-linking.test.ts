import assert from "node:assert/strict";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { minutes, clock } from "@parlance/testkit";
import { findPathIn, Visitor } from "../fixtures/visitor.ts";
import {
  storeRealmSettings,
  signedInAs,
  signIn,
  startServerWithProviders,
  verifiedClaims,
} from "./fixtures/provider-test-setup.ts";

const { provider, second, realm: newStage, mailbox } = await startServerWithProviders();

test("a user whose email address the provider has verified is logged in to the account with that address", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  assert.deepEqual([back.status, back.headers.location], [303, "/"], back.text);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the email address is matched ignoring case", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims({ email: realm.hamlet.email.toUpperCase() }) });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("an email address that the provider has not verified does not grant access to the account", async () => {
  const realm = await newStage();
  for (const email_verified of [false, undefined, "true", 1]) {
    const visitor = new Visitor(realm);
    const back = await signIn(visitor, provider, { claims: { ...verifiedClaims(realm.hamlet), email_verified } });
    assert.equal(back.status, 403);
    assert.match(back.text, /Acme has not verified your email address\./);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("a login that is rejected for an unverified address does not link the identity to the account", async () => {
  const realm = await newStage();
  const claims = { ...verifiedClaims(realm.hamlet), email_verified: false };
  await signIn(new Visitor(realm), provider, { claims });
  const again = await signIn(new Visitor(realm), provider, { claims });
  assert.equal(again.status, 403);
});

test("after the first login, the user is recognized by the provider's subject, even if the provider sends another address", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  for (const claims of [
    { sub: "person 1", email: "elsewhere@example.org", email_verified: true },
    { sub: "person 1", email: "elsewhere@example.org", email_verified: false },
    { sub: "person 1", email: realm.othello.email, email_verified: true },
    { sub: "person 1" },
  ]) {
    const visitor = new Visitor(realm);
    await signIn(visitor, provider, { claims });
    assert.equal(await signedInAs(visitor), "King Hamlet", JSON.stringify(claims));
  }
});

test("a second user who gets the first user's address at the provider does not get access to the account", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "the first") });
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet, "the second") });
  assert.equal(back.status, 403);
  assert.match(back.text, /belongs to another user/);
  assert.equal(await signedInAs(visitor), null);
});

test("the same subject at another provider is a different identity", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  const visitor = new Visitor(realm);
  const path = "/accounts/login/social/oidc/other";
  await signIn(visitor, second, { path, claims: verifiedClaims(realm.othello, "person 1") });
  assert.match((await signedInAs(visitor)) ?? "", /Othello/);
});

test("an account can be linked to two providers", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "here") });
  await signIn(visitor, second, {
    path: "/accounts/login/social/oidc/other",
    claims: verifiedClaims(realm.hamlet, "there"),
  });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("an identity linked to an account in one organization does not grant access to another organization", async () => {
  const [realm, other] = [await newStage(), await newStage()];
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  const visitor = new Visitor(other);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  assert.equal(back.status, 403);
  assert.match(back.text, /You don't have an account at Shakespeare/);
  assert.equal(await signedInAs(visitor), null);
});

test("the same identity can be linked to an account in each organization", async () => {
  const [realm, other] = [await newStage(), await newStage()];
  for (const [place, person] of [
    [realm, realm.hamlet],
    [other, other.othello],
  ] as const) {
    const visitor = new Visitor(place);
    await signIn(visitor, provider, { claims: verifiedClaims(person, "one person") });
    assert.notEqual(await signedInAs(visitor), null);
  }
});

test("a login to a deactivated account fails, whether it is found by email address or by a linked identity", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet) });
  for (const person of [realm.hamlet, realm.othello]) {
    await realm.iago.callOrThrow("DELETE", `/users/${person.id}`);
    const visitor = new Visitor(realm);
    const back = await signIn(visitor, provider, { claims: verifiedClaims(person) });
    assert.deepEqual([back.status, await signedInAs(visitor)], [403, null]);
    assert.match(back.text, /Your account is deactivated\./);
  }
});

test("guests can log in through a provider, and stay guests", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.polonius) });
  assert.match((await signedInAs(visitor)) ?? "", /Polonius/);
  assert.equal((await realm.polonius.get("/users/me"))["role"], roles.guest);
});

test("a provider cannot log users in to a bot, even with the bot's address", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.bot) });
  assert.deepEqual([back.status, await signedInAs(visitor)], [403, null]);
});

test("a login without a valid email address is rejected", async () => {
  const realm = await newStage();
  for (const email of [undefined, "", "hamlet", 7, ["a@example.com"], "a@b@c", "x\r\ny@example.com"]) {
    const back = await signIn(new Visitor(realm), provider, { claims: { sub: "s", email, email_verified: true } });
    assert.equal(back.status, 403, String(email));
    assert.match(back.text, /did not provide your email address/);
  }
});

test("an address that only the userinfo endpoint returns is accepted", async () => {
  const realm = await newStage();
  provider.userInfo = verifiedClaims(realm.hamlet, "quiet");
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: { sub: "quiet" } });
  provider.userInfo = undefined;
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("userinfo claims for a different subject are ignored", async () => {
  const realm = await newStage();
  provider.userInfo = verifiedClaims(realm.hamlet, "somebody else");
  const back = await signIn(new Visitor(realm), provider, { claims: { sub: "quiet" } });
  provider.userInfo = undefined;
  assert.equal(back.status, 403);
});

test("a user who changed the email address on this server can still log in", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet) });
  const address = `prince@${realm.host}`;
  await realm.hamlet.callOrThrow("PATCH", "/settings", { email: address });
  const path = findPathIn(await mailbox.next(address), "/accounts/confirm_new_email/");
  assert.equal((await new Visitor(realm).fills(path, {})).status, 303);
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("if a user logs in for the first time in two browsers at once, both logins succeed", async () => {
  const realm = await newStage();
  const visitors = [new Visitor(realm), new Visitor(realm)];
  await Promise.all(visitors.map((visitor) => signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) })));
  for (const visitor of visitors) assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the email about a new login names the provider", async () => {
  const realm = await newStage();
  clock.shiftWallClock(minutes(2));
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet) });
  const { text } = await mailbox.next(realm.hamlet.email);
  assert.match(text, /through Acme/);
  assert.doesNotMatch(text, /password/);
});

test("if the organization has disabled the method, a login can be neither started nor completed", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const left = await visitor.open("/accounts/login/social/oidc/acme");
  const back = provider.approve(left.headers.location, verifiedClaims(realm.hamlet));
  await storeRealmSettings(realm, { authentication_methods: { "OpenID Connect": false } });
  assert.equal((await visitor.open(back)).status, 404);
  assert.equal((await visitor.open("/accounts/login/social/oidc/acme")).status, 404);
  assert.equal(await signedInAs(visitor), null);
});
