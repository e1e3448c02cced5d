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

test("who has an account signs in with an address that the provider has verified", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  assert.deepEqual([back.status, back.headers.location], [303, "/"], back.text);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the address may be written in other letters", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims({ email: realm.hamlet.email.toUpperCase() }) });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("an address that the provider has not verified opens no account", async () => {
  const realm = await newStage();
  for (const email_verified of [false, undefined, "true", 1]) {
    const visitor = new Visitor(realm);
    const back = await signIn(visitor, provider, { claims: { ...verifiedClaims(realm.hamlet), email_verified } });
    assert.equal(back.status, 403);
    assert.match(back.text, /Acme has not verified your email address\./);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("a refusal for an unverified address leaves no link behind", async () => {
  const realm = await newStage();
  const claims = { ...verifiedClaims(realm.hamlet), email_verified: false };
  await signIn(new Visitor(realm), provider, { claims });
  const again = await signIn(new Visitor(realm), provider, { claims });
  assert.equal(again.status, 403);
});

test("who signed in once is known by the provider's name for them, whatever their address is by now", async () => {
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

test("who gets another's old address at the provider does not get the account", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "the first") });
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet, "the second") });
  assert.equal(back.status, 403);
  assert.match(back.text, /belongs to another user/);
  assert.equal(await signedInAs(visitor), null);
});

test("the same name at another provider is another person", async () => {
  const realm = await newStage();
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  const visitor = new Visitor(realm);
  const path = "/accounts/login/social/oidc/other";
  await signIn(visitor, second, { path, claims: verifiedClaims(realm.othello, "person 1") });
  assert.match((await signedInAs(visitor)) ?? "", /Othello/);
});

test("an account can be reached through two providers", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "here") });
  await signIn(visitor, second, {
    path: "/accounts/login/social/oidc/other",
    claims: verifiedClaims(realm.hamlet, "there"),
  });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("an account of another organization is none of this one", async () => {
  const [realm, other] = [await newStage(), await newStage()];
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  const visitor = new Visitor(other);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet, "person 1") });
  assert.equal(back.status, 403);
  assert.match(back.text, /You don't have an account at Shakespeare/);
  assert.equal(await signedInAs(visitor), null);
});

test("the same person has an account of their own in each organization", async () => {
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

test("a deactivated account is not opened, by its address or by a link of old", async () => {
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

test("guests sign in like everybody, and stay guests", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.polonius) });
  assert.match((await signedInAs(visitor)) ?? "", /Polonius/);
  assert.equal((await realm.polonius.get("/users/me"))["role"], roles.guest);
});

test("nobody becomes a program, even with its address", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = await signIn(visitor, provider, { claims: verifiedClaims(realm.bot) });
  assert.deepEqual([back.status, await signedInAs(visitor)], [403, null]);
});

test("without an address, or with what is none, nobody comes in", async () => {
  const realm = await newStage();
  for (const email of [undefined, "", "hamlet", 7, ["a@example.com"], "a@b@c", "x\r\ny@example.com"]) {
    const back = await signIn(new Visitor(realm), provider, { claims: { sub: "s", email, email_verified: true } });
    assert.equal(back.status, 403, String(email));
    assert.match(back.text, /did not provide your email address/);
  }
});

test("an address that only the userinfo page tells counts as well", async () => {
  const realm = await newStage();
  provider.userInfo = verifiedClaims(realm.hamlet, "quiet");
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: { sub: "quiet" } });
  provider.userInfo = undefined;
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("what the userinfo page tells of somebody else counts for nothing", async () => {
  const realm = await newStage();
  provider.userInfo = verifiedClaims(realm.hamlet, "somebody else");
  const back = await signIn(new Visitor(realm), provider, { claims: { sub: "quiet" } });
  provider.userInfo = undefined;
  assert.equal(back.status, 403);
});

test("who changed their address here still signs in as before", async () => {
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

test("two first logins at once both come in", async () => {
  const realm = await newStage();
  const visitors = [new Visitor(realm), new Visitor(realm)];
  await Promise.all(visitors.map((visitor) => signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) })));
  for (const visitor of visitors) assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the owner of an account is told through which site somebody came in", async () => {
  const realm = await newStage();
  clock.shiftWallClock(minutes(2));
  await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet) });
  const { text } = await mailbox.next(realm.hamlet.email);
  assert.match(text, /through Acme/);
  assert.doesNotMatch(text, /password/);
});

test("where the organization has turned the method off, no login begins and none ends", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const left = await visitor.open("/accounts/login/social/oidc/acme");
  const back = provider.approve(left.headers.location, verifiedClaims(realm.hamlet));
  await storeRealmSettings(realm, { authentication_methods: { "OpenID Connect": false } });
  assert.equal((await visitor.open(back)).status, 404);
  assert.equal((await visitor.open("/accounts/login/social/oidc/acme")).status, 404);
  assert.equal(await signedInAs(visitor), null);
});
