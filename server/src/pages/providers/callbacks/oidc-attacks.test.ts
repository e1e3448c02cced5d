import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { clock, minutes, type TestOrganization } from "@parlance/testkit";
import { type ShownPage, Visitor } from "../../fixtures/visitor.ts";
import { type Forgery, foreignKey } from "../fixtures/scripted-provider.ts";
import { signedInAs, signIn, startServerWithProviders, verifiedClaims } from "../fixtures/provider-test-setup.ts";

const { provider, second, realm: newStage } = await startServerWithProviders();

const PATH = "/accounts/login/social/oidc/acme";

/** Asserts that the login was rejected with this text, and that the browser is not logged in. */
async function refused(visitor: Visitor, shown: ShownPage, text: RegExp): Promise<void> {
  assert.equal(shown.status, 403, shown.text);
  assert.match(shown.text, text);
  assert.equal(visitor.cookies.has("parlance_session"), false);
  assert.equal(await signedInAs(visitor), null);
}

async function forged(realm: TestOrganization, forge: Forgery): Promise<void> {
  const visitor = new Visitor(realm);
  const shown = await signIn(visitor, provider, { claims: verifiedClaims(realm.desdemona), forge });
  await refused(visitor, shown, /The response from Acme could not be verified/);
}

const forgeries: Readonly<Record<string, Forgery>> = {
  "without a signature": ({ header }) => void (header["alg"] = "none"),
  "signed with another key": (draft) => void (draft.key = foreignKey),
  "signed with an algorithm that the provider does not use": ({ header }) => void (header["alg"] = "HS256"),
  "for another audience": ({ claims }) => void (claims["aud"] = "another client"),
  "for several audiences, issued to another client": ({ claims }) => {
    claims["aud"] = ["parlance-tests", "another"];
    claims["azp"] = "another";
  },
  "from another issuer": ({ claims }) => void (claims["iss"] = "https://evil.example.com"),
  "without a nonce": ({ claims }) => void delete claims["nonce"],
  "with the nonce of another login": ({ claims }) => void (claims["nonce"] = "somebody else's"),
  "that has expired": ({ claims }) => void (claims["exp"] = Math.floor(Date.now() / 1000) - 120),
  "that never expires": ({ claims }) => void delete claims["exp"],
  "without a subject": ({ claims }) => void delete claims["sub"],
  "whose subject is not a string": ({ claims }) => void (claims["sub"] = { $gt: "" }),
  "whose subject contains an unpaired surrogate": ({ claims }) => void (claims["sub"] = "hamlet\ud800"),
  "whose subject is too long for a database index": ({ claims }) =>
    void (claims["sub"] = randomBytes(6000).toString("base64")),
};

for (const [what, forge] of Object.entries(forgeries)) {
  test(`an identity token ${what} is rejected`, async () => forged(await newStage(), forge));
}

test("a token that expired a few seconds ago is accepted, so that small clock differences do no harm", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const forge: Forgery = ({ claims }) => void (claims["exp"] = Math.floor(Date.now() / 1000) - 10);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet), forge });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("after the provider has changed its keys, tokens with the new key are accepted at the second login at the latest", async () => {
  const { provider: rotating, realm: newRotating } = await startServerWithProviders();
  const realm = await newRotating();
  const claims = verifiedClaims(realm.hamlet);
  await signIn(new Visitor(realm), rotating, { claims });
  rotating.rotateKey();
  await signIn(new Visitor(realm), rotating, { claims });
  const visitor = new Visitor(realm);
  await signIn(visitor, rotating, { claims });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("each response of the provider is accepted only once", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const left = await visitor.open(PATH);
  const back = provider.approve(left.headers.location, verifiedClaims(realm.hamlet));
  assert.equal((await visitor.open(back)).status, 303);
  visitor.cookies.delete("parlance_session");
  await refused(visitor, await visitor.open(back), /Login could not be completed/);
});

test("another browser cannot finish a login, so an attacker cannot log a victim in to the attacker's account", async () => {
  const realm = await newStage();
  const [attacker, victim] = [new Visitor(realm), new Visitor(realm)];
  await victim.open("/login");
  const left = await attacker.open(PATH);
  const back = provider.approve(left.headers.location, verifiedClaims(realm.othello));
  await refused(victim, await victim.open(back), /Login could not be completed/);
  assert.equal((await attacker.open(back)).status, 303, "who began the login can still finish it");
});

test("a browser without cookies cannot finish a login", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const left = await visitor.open(PATH);
  visitor.cookies.clear();
  const back = await visitor.open(provider.approve(left.headers.location, verifiedClaims(realm.hamlet)));
  await refused(visitor, back, /Login could not be completed/);
});

test("a code that was issued to another browser is rejected, because its PKCE verifier belongs to that browser's login", async () => {
  const realm = await newStage();
  const [victim, attacker] = [new Visitor(realm), new Visitor(realm)];
  const theirs = provider.approve((await victim.open(PATH)).headers.location, verifiedClaims(realm.desdemona));
  const ours = provider.approve((await attacker.open(PATH)).headers.location, verifiedClaims(realm.othello));
  const stolen = new URLSearchParams(theirs.split("?")[1]).get("code") ?? "";
  const mixed = new URL(ours, "http://any");
  mixed.searchParams.set("code", stolen);
  const shown = await attacker.open(mixed.pathname + mixed.search);
  await refused(attacker, shown, /could not be verified/);
});

test("a made-up or missing state is rejected", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await visitor.open("/login");
  for (const query of ["", "?code=x", "?code=x&state=made-up", `?state=${"x".repeat(5000)}`]) {
    await refused(visitor, await visitor.open(`/complete/oidc/acme${query}`), /Login could not be completed/);
  }
});

test("a response that names another provider as its issuer is rejected", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = provider.approve((await visitor.open(PATH)).headers.location, verifiedClaims(realm.hamlet));
  const mixed = new URL(back, "http://any");
  mixed.searchParams.set("iss", second.issuer);
  await refused(visitor, await visitor.open(mixed.pathname + mixed.search), /could not be verified/);
});

test("a response of one provider is rejected at the callback of another", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = provider.approve((await visitor.open(PATH)).headers.location, verifiedClaims(realm.hamlet));
  const shown = await visitor.open(back.replace("/oidc/acme", "/oidc/other"));
  await refused(visitor, shown, /Login could not be completed/);
});

test("a login that was started at one organization is rejected at another", async () => {
  const [realm, other] = [await newStage(), await newStage()];
  const visitor = new Visitor(realm);
  const back = provider.approve((await visitor.open(PATH)).headers.location, verifiedClaims(realm.hamlet));
  const abroad = new Visitor(other);
  for (const [name, value] of visitor.cookies) abroad.cookies.set(name, value);
  await refused(abroad, await abroad.open(back), /Login could not be completed/);
});

test("a login expires after a quarter of an hour", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = provider.approve((await visitor.open(PATH)).headers.location, verifiedClaims(realm.hamlet));
  clock.shiftWallClock(minutes(16));
  await refused(visitor, await visitor.open(back), /Login could not be completed/);
});

test("a user who declines at the provider gets an explanation and is not logged in", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const back = provider.approve((await visitor.open(PATH)).headers.location, verifiedClaims(realm.hamlet));
  const refusal = new URL(back, "http://any");
  refusal.searchParams.delete("code");
  refusal.searchParams.set("error", "access_denied");
  const shown = await visitor.open(refusal.pathname + refusal.search);
  await refused(visitor, shown, /Login with Acme failed/);
});

test("the login never redirects to another site", async () => {
  const realm = await newStage();
  const elsewhere = [
    "https://evil.example.com",
    "//evil.example.com",
    "/\\evil.example.com",
    "/%09/evil",
    "javascript:1",
  ];
  elsewhere.push("/\t/evil.example.com", "\\\\evil.example.com", "/.//evil.example.com", "evil", "http:/welcome");
  for (const next of elsewhere) {
    const query = `?next=${encodeURIComponent(next)}`;
    const back = await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet), query });
    const to = new URL(back.headers.location ?? "", `http://${realm.host}`);
    assert.deepEqual([back.status, to.host], [303, realm.host], next);
    assert.doesNotMatch(back.headers.location ?? "", /^\/[/\\]/);
  }
});

test("after the login, the user is redirected to the requested page", async () => {
  const realm = await newStage();
  const query = `?next=${encodeURIComponent("/#narrow/channel/7?a=b")}`;
  const back = await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet), query });
  assert.equal(back.headers.location, "/#narrow/channel/7?a=b");
});

test("if a provider is unreachable, a page says so, and other login methods still work", async () => {
  const { provider: away, realm: newAway } = await startServerWithProviders();
  const realm = await newAway();
  await away.close();
  const visitor = new Visitor(realm);
  const shown = await visitor.open(PATH);
  assert.equal(shown.status, 503);
  assert.match(shown.text, /Acme is not responding/);
  assert.equal((await visitor.open("/login")).status, 200);
});

test("a login fails while a provider returns errors, and works again afterwards", async () => {
  const realm = await newStage();
  const troubles: NonNullable<typeof provider.failure>[] = [
    (response) => void response.writeHead(500).end("oh no"),
    (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<p>maintenance</p>"),
    (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"access_token":'),
    (response) => void response.socket?.destroy(),
  ];
  for (const trouble of troubles) {
    provider.failure = trouble;
    const back = await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet) });
    assert.ok([403, 503].includes(back.status), back.text);
  }
  provider.failure = undefined;
  const visitor = new Visitor(realm);
  await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet) });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});
