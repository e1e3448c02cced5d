import assert from "node:assert/strict";
import { createSecretKey } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import { newRealm, startServer, type TestRealm } from "@parlance/testkit";
import type { TokenSigner } from "#auth/external/token-settings.ts";
import { type Shown, Visitor } from "../fixtures/visitor.ts";
import { signedInAs } from "./fixtures/stage.ts";

const secret = Buffer.from("a secret of one organization, 32+ bytes");
const jwt: TokenSigner[] = [];
const server = await startServer({ trustedProxies: 1, identityProviders: { openIdConnect: [], saml: [], jwt } });

async function newStage(): Promise<TestRealm> {
  const realm = await newRealm(server);
  const organization = realm.host.slice(0, realm.host.indexOf("."));
  jwt.push({ organization, algorithm: "HS256", key: createSecretKey(secret), requiresExpiry: false });
  return realm;
}

/** Comes with a form of the other site's, to which browsers give no cookies. */
async function brings(visitor: Visitor, claims: object, more: Readonly<Record<string, string>> = {}): Promise<Shown> {
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .sign(more["key"] ? new Uint8Array(32) : secret);
  const body = new URLSearchParams({ ...more, token }).toString();
  const origin = { origin: "https://site.example.com", "sec-fetch-site": "cross-site" };
  return visitor.ask("POST", "/accounts/login/jwt/", body, origin);
}

test("a site that signs people in sends a browser with a token, and it is signed in", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const shown = await brings(visitor, { email: realm.hamlet.email }, { next: "/api" });
  assert.deepEqual([shown.status, shown.headers.location], [303, "/api"]);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("who signs out is told so, and signs in again where they came from", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await brings(visitor, { email: realm.hamlet.email });
  await visitor.open("/welcome");
  assert.equal((await visitor.send("/logout")).headers.location, "/login?signed_out=JWT");
});

test("a forged token, one of a stranger's and one of a deactivated account sign nobody in", async () => {
  const realm = await newStage();
  await realm.iago.does("DELETE", `/users/${realm.othello.id}`);
  const tries: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    [realm.hamlet.email, { key: "another" }, /Bad JSON web token/],
    ["stranger@example.org", {}, /incorrect/],
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

test("owners turn the way off, and who came in by it is signed out", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await brings(visitor, { email: realm.hamlet.email });
  await realm.desdemona.does("PATCH", "/realm", { authentication_methods: { JWT: false } });
  assert.equal(await signedInAs(visitor), null);
  assert.match((await brings(visitor, { email: realm.hamlet.email })).text, /not enabled/);
});
