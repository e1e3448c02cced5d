import assert from "node:assert/strict";
import { createSecretKey, generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { SignJWT, UnsecuredJWT } from "jose";
import {
  type Account,
  call,
  clock,
  minutes,
  createTestOrganization,
  startServerWithMail,
  type TestOrganization,
} from "@parlance/testkit";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";

const secret = Buffer.from("a secret of one organization, 32+ bytes");
const othersSecret = Buffer.from("the secret of another organization, 32+");
const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });

// The server gets its list of signers at startup, before there are organizations. Each test adds a signer to the list
// when it has created its organization.
const jwt: JwtSigner[] = [];
const { server, mailbox } = await startServerWithMail({ identityProviders: { openIdConnect: [], saml: [], jwt } });

const shared = (organization: string, key: Buffer, more: Partial<JwtSigner> = {}): JwtSigner => ({
  organization,
  algorithm: "HS256",
  key: createSecretKey(key),
  requiresExpiry: false,
  ...more,
});

/**
 * Creates an organization with a signer. The login methods that the server lists depend only on its settings at
 * startup.
 */
async function newStage(more: Partial<JwtSigner> = {}): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  jwt.push(shared(subdomainOf(realm), secret, more));
  return realm;
}

const subdomainOf = ({ host }: TestOrganization): string => host.slice(0, host.indexOf("."));

type Claims = Readonly<Record<string, unknown>>;

const signed = (claims: Claims, { alg = "HS256", key = secret }: { alg?: string; key?: Buffer } = {}) =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key);

const inMinutes = (count: number): number => Math.floor(clock.now().getTime() / 1000) + 60 * count;

const fetchKey = ({ host }: TestOrganization, token: string, more: Readonly<Record<string, unknown>> = {}) =>
  call({ port: server.port, host }, { method: "POST", path: "/jwt/fetch_api_key", parameters: { token, ...more } });

async function refusal(realm: TestOrganization, token: string) {
  const { status, code, msg } = await fetchKey(realm, token);
  return { status, code, msg };
}

const bad = { status: 400, code: "BAD_REQUEST", msg: "Bad JSON web token" };

test("for a signed token with a user's address, the user's API key is returned and the user gets an email", async () => {
  const realm = await newStage();
  clock.shiftWallClock(minutes(2));
  const { body } = await fetchKey(realm, await signed({ email: realm.hamlet.email.toUpperCase() }));
  const { result, msg, ...rest } = body;
  assert.deepEqual([result, msg], ["success", ""]);
  assert.deepEqual(rest, { api_key: realm.hamlet.apiKey, email: realm.hamlet.email });
  assert.match((await mailbox.next(realm.hamlet.email)).text, /through\s+your\s+organization's\s+own\s+login/);
});

test("with include_profile, the response contains the user's account with all fields that its owner can see", async () => {
  const realm = await newStage();
  const { hamlet } = realm;
  const { body } = await fetchKey(realm, await signed({ email: hamlet.email }), { include_profile: true });
  const own = await hamlet.get(`/users/${hamlet.id}`, { client_gravatar: false, include_custom_profile_fields: true });
  assert.deepEqual(body["user"], own["user"]);
});

test("a token that is unsigned, changed, or signed with another algorithm or key is rejected", async () => {
  const realm = await newStage();
  const claims = { email: realm.hamlet.email };
  const good = await signed(claims);
  const [header = "", , signature = ""] = good.split(".");
  const changed = Buffer.from(JSON.stringify({ email: realm.iago.email })).toString("base64url");
  const forged = [
    new UnsecuredJWT(claims).encode(),
    await signed(claims, { alg: "HS512" }),
    await signed(claims, { key: othersSecret }),
    `${header}.${changed}.${signature}`,
    `${header}.${good.split(".")[1]}.`,
    "not a token",
    "a.b.c",
  ];
  for (const token of forged) assert.deepEqual(await refusal(realm, token), bad, token);
});

test("a public key cannot be used as a secret to sign tokens", async () => {
  const realm = await newStage({ algorithm: "ES256", key: pair.publicKey });
  const claims = { email: realm.hamlet.email };
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(pair.privateKey);
  assert.equal((await fetchKey(realm, token))["api_key"], realm.hamlet.apiKey);
  const text = pair.publicKey.export({ type: "spki", format: "pem" });
  assert.deepEqual(await refusal(realm, await signed(claims, { key: Buffer.from(text) })), bad);
});

test("a token that has expired, is not valid yet or was issued for another organization is rejected", async () => {
  const [realm, other] = [await newStage(), await newStage()];
  const { email } = realm.hamlet;
  const sign = (more: Claims) => signed({ email, ...more });
  assert.deepEqual(await refusal(realm, await sign({ exp: inMinutes(-1) })), bad);
  assert.deepEqual(await refusal(realm, await sign({ nbf: inMinutes(5) })), bad);
  assert.deepEqual(await refusal(realm, await sign({ aud: `http://${other.host}` })), bad);
  const lasting = { exp: inMinutes(5), nbf: inMinutes(-5), aud: `http://${realm.host}` };
  assert.equal((await fetchKey(realm, await sign(lasting))).status, 200);
});

test("a token without an expiry is rejected if the signer's settings require one", async () => {
  const realm = await newStage({ requiresExpiry: true });
  const { email } = realm.hamlet;
  assert.deepEqual(await refusal(realm, await signed({ email })), bad);
  assert.equal((await fetchKey(realm, await signed({ email, exp: inMinutes(5) }))).status, 200);
});

test("a token signed with one organization's secret is rejected in another organization", async () => {
  const [realm, other] = [await newStage(), await createTestOrganization(server)];
  const token = await signed({ email: other.hamlet.email });
  const disabled = { ...bad, msg: "JWT authentication is not enabled for this organization" };
  assert.deepEqual(await refusal(other, token), disabled);
  jwt.push(shared(subdomainOf(other), othersSecret));
  assert.deepEqual(await refusal(other, token), bad);
  assert.equal((await refusal(realm, token)).code, "AUTHENTICATION_FAILED");
});

test("an organization can accept an old and a new secret at the same time", async () => {
  const realm = await newStage();
  jwt.push(shared(subdomainOf(realm), othersSecret));
  for (const key of [secret, othersSecret]) {
    assert.equal((await fetchKey(realm, await signed({ email: realm.hamlet.email }, { key }))).status, 200);
  }
});

test("a token without an email address is rejected with a specific error", async () => {
  const realm = await newStage();
  for (const claims of [
    {},
    { email: "" },
    { email: 7 },
    { email: [realm.hamlet.email] },
    { email: `${realm.hamlet.email}\0` },
    { email: `${realm.hamlet.email}\ud800` },
  ]) {
    const { msg } = await refusal(realm, await signed(claims));
    assert.equal(msg, "No email specified in JSON web token claims");
  }
  const { code } = await call(
    { port: server.port, host: realm.host },
    { method: "POST", path: "/jwt/fetch_api_key", parameters: {} },
  );
  assert.equal(code, "REQUEST_VARIABLE_MISSING");
});

test("unknown users, bots, deactivated users and users of a deactivated organization are rejected", async () => {
  const realm = await newStage();
  const codeFor = async ({ email }: Pick<Account, "email">) => (await refusal(realm, await signed({ email }))).code;
  assert.equal(await codeFor({ email: "yorick@example.com" }), "AUTHENTICATION_FAILED");
  assert.equal(await codeFor(realm.bot), "AUTHENTICATION_FAILED");
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  assert.equal(await codeFor(realm.hamlet), "USER_DEACTIVATED");
  await realm.desdemona.callOrThrow("POST", "/realm/deactivate");
  assert.equal(await codeFor(realm.othello), "REALM_DEACTIVATED");
});

test("owners can turn login with signed tokens off, but cannot turn it on if no signer is configured", async () => {
  const realm = await createTestOrganization();
  const { desdemona } = realm;
  const refused = await desdemona.patch("/realm", { authentication_methods: { JWT: true } });
  assert.equal(refused.result, "error");
  const own = await newStage();
  await own.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { JWT: false } });
  const { msg } = await refusal(own, await signed({ email: own.hamlet.email }));
  assert.equal(msg, "JWT authentication is not enabled for this organization");
});
