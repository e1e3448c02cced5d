import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import { roles } from "@parlance/contract/entities/roles.ts";
import { call, createTestOrganization, startServer, type TestOrganization } from "@parlance/testkit";
import { claimText, claimTexts } from "#modules/sign-in/providers/provider-claims.ts";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import { FROM_OTHER_SITE, Visitor } from "../fixtures/visitor.ts";
import { ScriptedProvider } from "./fixtures/scripted-provider.ts";
import { signIn } from "./fixtures/provider-test-setup.ts";

const secret = Buffer.from("a secret of one organization, 32+ bytes");
const jwt: JwtSigner[] = [];
const provider = await ScriptedProvider.open();
const admits = [{ role: roles.member, user_groups: [] }];
const server = await startServer({
  trustedProxies: 1,
  identityProviders: {
    openIdConnect: [provider.settings({ admits, groups_claim: "groups", refreshes: ["full_name", "user_groups"] })],
    saml: [],
    jwt,
  },
});

async function newStage(): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  const organization = realm.host.slice(0, realm.host.indexOf("."));
  const signer = { organization, algorithm: "HS256", key: createSecretKey(secret), requiresExpiry: false } as const;
  jwt.push({ ...signer, admissions: admits, groupsClaim: "groups" });
  return realm;
}

/** Values that no valid provider sends as claims. A token that contains them can still have a valid signature. */
const odd: readonly unknown[] = [
  "a\0b",
  "\ud800",
  "a\udc00b",
  7,
  1e308,
  true,
  null,
  {},
  { toString: 1 },
  [],
  [{}],
  ["\0"],
  "x".repeat(20_000),
  "\u{1F451}".repeat(3000),
];

test("claims that are not text, cannot be stored or are too long are ignored", () => {
  for (const value of odd) assert.equal(claimText(value), null);
  assert.equal(claimText(" King Hamlet "), "King Hamlet");
  assert.deepEqual(claimTexts(["staff", "\0", 7, "\ud800", "guests"]), ["staff", "guests"]);
  assert.deepEqual(claimTexts("staff"), ["staff"]);
  assert.deepEqual(claimTexts({}), []);
});

test("a token with invalid claims is accepted without them or rejected, and causes no server error", async () => {
  const realm = await newStage();
  const site = { port: server.port, host: realm.host };
  const newcomer = `fortinbras@${realm.host}`;
  for (const value of odd) {
    for (const claims of [{ email: value }, { email: newcomer, name: value, groups: value }]) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secret);
      const body = new URLSearchParams({ token }).toString();
      const visitor = new Visitor(realm);
      const sent = await visitor.request("POST", "/accounts/login/jwt/", body, FROM_OTHER_SITE);
      assert.equal(sent.status, claims.email === newcomer ? 303 : 403, `${sent.status} ${JSON.stringify(value)}`);
      const { location } = sent.headers;
      if (location !== undefined) assert.equal((await visitor.open(location, FROM_OTHER_SITE)).status, 200);
      const answer = await call(site, { method: "POST", path: "/jwt/fetch_api_key", parameters: { token } });
      assert.ok(answer.status === 400 || answer.status === 401, String(answer.status));
    }
  }
});

test("a provider's invalid claims are rejected or ignored, and cause no server error", async () => {
  const realm = await newStage();
  let subject = 0;
  for (const value of odd) {
    for (const claim of ["email", "name", "picture", "groups"]) {
      subject += 1;
      const email = claim === "email" ? value : `newcomer-${subject}@${realm.host}`;
      const claims = { sub: `subject ${subject}`, email_verified: true, [claim]: value, email };
      const { status, text } = await signIn(new Visitor(realm), provider, { claims });
      assert.equal(status, claim === "email" ? 403 : 303, `${claim} ${JSON.stringify(value).slice(0, 50)} ${text}`);
    }
  }
});

test("an invalid subject from a provider is rejected", async () => {
  const realm = await newStage();
  for (const sub of odd) {
    const claims = { sub, email: realm.hamlet.email, email_verified: true };
    const { status } = await signIn(new Visitor(realm), provider, { claims });
    assert.ok(status === 403 || status === 503, `${status} ${JSON.stringify(sub).slice(0, 50)}`);
  }
});

test("an invalid key of a reusable invitation link causes no error at the start of a login", async () => {
  const realm = await newStage();
  for (const key of ["%00", "%ED%A0%80", "x".repeat(3000)]) {
    const { status } = await new Visitor(realm).open(`/accounts/register/social/oidc/acme?multiuse_object_key=${key}`);
    assert.equal(status, 302, key);
  }
});
