import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, startServer, type TestOrganization } from "@parlance/testkit";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import { FROM_OTHER_SITE, type ShownPage, Visitor } from "../../fixtures/visitor.ts";
import { signedInAs } from "../fixtures/provider-test-setup.ts";

const secret = Buffer.from("a secret of one organization, 32+ bytes");
const jwt: JwtSigner[] = [];
const server = await startServer({ trustedProxies: 1, identityProviders: { openIdConnect: [], saml: [], jwt } });

async function newStage(more: Partial<JwtSigner> = {}): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  const organization = realm.host.slice(0, realm.host.indexOf("."));
  jwt.push({ organization, algorithm: "HS256", key: createSecretKey(secret), requiresExpiry: false, ...more });
  return realm;
}

/** Submits the other site's form, for which browsers send no cookies, and confirms the login. */
async function brings(
  visitor: Visitor,
  claims: object,
  more: Readonly<Record<string, string>> = {},
): Promise<ShownPage> {
  const shown = await sendsToken(visitor, claims, more);
  const { location } = shown.headers;
  if (location === undefined) return shown;
  const page = await visitor.open(location, FROM_OTHER_SITE);
  if (!page.title.startsWith("Continue as")) return page;
  const stepToken = /name="arrival" value="([^"]+)"/.exec(page.html)?.[1] ?? "";
  return visitor.send("/accounts/login/jwt/", { arrival: stepToken });
}

async function sendsToken(
  visitor: Visitor,
  claims: object,
  more: Readonly<Record<string, string>> = {},
): Promise<ShownPage> {
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(more["key"] ? new Uint8Array(32) : secret);
  const body = new URLSearchParams({ ...more, token }).toString();
  const origin = { origin: "https://site.example.com", "sec-fetch-site": "cross-site" };
  return visitor.request("POST", "/accounts/login/jwt/", body, origin);
}

test("a token from another site's form logs the browser in", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const shown = await brings(visitor, { email: realm.hamlet.email }, { next: "/api" });
  assert.deepEqual([shown.status, shown.headers.location], [303, "/api"]);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("after a login with a token, logging out redirects to the login page with the name of the method", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await brings(visitor, { email: realm.hamlet.email });
  await visitor.open("/welcome");
  assert.equal((await visitor.send("/logout")).headers.location, "/login?signed_out=JWT");
});

test("a login with a forged token, an unknown address or a deactivated account fails", async () => {
  const realm = await newStage();
  await realm.iago.callOrThrow("DELETE", `/users/${realm.othello.id}`);
  const tries: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    [realm.hamlet.email, { key: "another" }, /Bad JSON web token/],
    ["no address", {}, /incorrect/],
    [realm.othello.email, {}, /deactivated/],
    [realm.bot.email, {}, /incorrect/],
  ];
  for (const [email, more, reason] of tries) {
    const visitor = new Visitor(realm);
    const { status, text } = await brings(visitor, { email }, more);
    assert.equal(status, 403);
    assert.match(text, reason);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("when an owner disables the method, users who logged in with a token are logged out", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await brings(visitor, { email: realm.hamlet.email });
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { JWT: false } });
  assert.equal(await signedInAs(visitor), null);
  assert.match((await brings(visitor, { email: realm.hamlet.email })).text, /not enabled/);
});

const joins = async (visitor: Visitor, claims: object) => {
  const { status, headers } = await brings(visitor, claims);
  assert.equal(status, 303);
  const page = await visitor.open(headers.location ?? "");
  assert.match(page.html, /value="Prince Fortinbras"/, "the name is filled in");
  return visitor.send(headers.location ?? "", { full_name: "Prince Fortinbras" });
};

const fortinbras = { email: "fortinbras@norway.example", name: "Prince Fortinbras", teams: ["norway"] };

test("a user with a token and no account joins if a rule in the server's configuration allows it, with the role from that rule", async () => {
  const admissions = [{ groups: ["norway"], role: roles.guest, user_groups: [] }];
  const realm = await newStage({ admissions, groupsClaim: "teams" });
  const visitor = new Visitor(realm);
  await joins(visitor, fortinbras);
  assert.equal(await signedInAs(visitor), "Prince Fortinbras");
  const account = await realm.server.db.reader
    .selectFrom("account")
    .select(["role", "password_hash"])
    .where("realm_id", "=", realm.realmId)
    .where("email_key", "=", fortinbras.email)
    .executeTakeFirstOrThrow();
  assert.deepEqual(account, { role: roles.guest, password_hash: null });
  const later = new Visitor(realm);
  await brings(later, fortinbras);
  assert.equal(await signedInAs(later), "Prince Fortinbras");
});

test("claims that cannot be stored are ignored, and the other claims of the token count", async () => {
  const admissions = [{ groups: ["norway"], role: roles.guest, user_groups: [] }];
  const realm = await newStage({ admissions, groupsClaim: "teams" });
  const shown = await brings(new Visitor(realm), { ...fortinbras, name: "Fortin\ud800", teams: ["a\0", "norway"] });
  assert.equal(shown.status, 303, shown.text);
  const unstorable = await brings(new Visitor(realm), { ...fortinbras, teams: ["norway\0"] });
  assert.equal(unstorable.status, 403, unstorable.text);
});

test("an invitation also allows a user to join, and without a matching rule or an invitation a user cannot join", async () => {
  const realm = await newStage({ admissions: [{ groups: ["denmark"], role: roles.member, user_groups: [] }] });
  const { status, text } = await brings(new Visitor(realm), fortinbras);
  assert.equal(status, 403);
  assert.match(text, /you need an invitation to join/);
  await realm.desdemona.callOrThrow("POST", "/invites", { invitee_emails: fortinbras.email, stream_ids: [] });
  const visitor = new Visitor(realm);
  await joins(visitor, fortinbras);
  assert.equal(await signedInAs(visitor), "Prince Fortinbras");
});

test("a user who started to join with a token cannot continue after the method is disabled", async () => {
  const realm = await newStage({ admissions: [{ role: roles.member, user_groups: [] }] });
  const visitor = new Visitor(realm);
  const { headers } = await brings(visitor, fortinbras);
  await visitor.open(headers.location ?? "");
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { JWT: false } });
  const sent = await visitor.send(headers.location ?? "", { full_name: "Prince Fortinbras" });
  assert.notEqual(sent.status, 303, "a password is wanted now");
  assert.equal(await signedInAs(visitor), null);
});
