import assert from "node:assert/strict";
import { createDecipheriv, randomBytes } from "node:crypto";
import { test } from "node:test";
import { call, clock, minutes, type TestOrganization } from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { FROM_OUR_PAGE, findPathIn, type ShownPage, Visitor } from "../fixtures/visitor.ts";
import {
  storeRealmSettings,
  signedInAs,
  signIn,
  startServerWithProviders,
  verifiedClaims,
} from "./fixtures/provider-test-setup.ts";

const { provider, realm: newStage, mailbox } = await startServerWithProviders();
const newOtp = (): string => randomBytes(32).toString("hex");

/** Decodes the URL with which the browser opens the app, as the app would. */
function keyFrom(shown: ShownPage, otp: string) {
  assert.equal(shown.status, 302, shown.text);
  const address = new URL(shown.headers.location ?? "");
  assert.deepEqual([address.protocol, address.host], ["service:", "login"]);
  const { otp_encrypted_api_key: padded = "", ...rest } = Object.fromEntries(address.searchParams);
  assert.match(padded, /^[0-9a-f]{64}$/);
  const pad = Buffer.from(otp, "hex");
  const key = Buffer.from(Buffer.from(padded, "hex").map((byte, index) => byte ^ (pad[index] ?? 0))).toString();
  return { key, ...rest };
}

async function isKeyOf(key: string, { server, host }: TestOrganization, email: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString("base64")}`;
  const answer = await call(
    { port: server.port, host },
    { method: "GET", path: "/users/me", headers: { authorization } },
  );
  return answer.body["delivery_email"] === email;
}

/** Decrypts the token that a user pastes into a desktop app, as the app would. */
function tokenFrom(shown: ShownPage, otp: string): string {
  const sealed = Buffer.from(/<code>([0-9a-f]+)<\/code>/.exec(shown.html)?.[1] ?? "", "hex");
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(otp, "hex"), sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]).toString();
}

test("after a password login, a mobile app gets the API key, and the browser stays logged out", async () => {
  const realm = await newStage();
  await setTestPassword(realm, realm.hamlet);
  const otp = newOtp();
  const visitor = new Visitor(realm);
  const page = await visitor.open(`/login?mobile_flow_otp=${otp.toUpperCase()}`);
  assert.match(String(page.headers["content-security-policy"]), /form-action 'self' service:/);
  const shown = await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD });
  const { key, ...rest } = keyFrom(shown, otp);
  const { id, email } = realm.hamlet;
  assert.deepEqual(rest, { email, user_id: String(id), realm: `http://${realm.host}` });
  assert.equal(await isKeyOf(key, realm, email), true);
  assert.equal(visitor.cookies.has("parlance_session"), false);
  assert.equal(await signedInAs(visitor), null);
});

test("after a login through a provider, a mobile app gets the API key, and the user is notified by email", async () => {
  const realm = await newStage();
  clock.shiftWallClock(minutes(2));
  const otp = newOtp();
  const visitor = new Visitor(realm);
  const query = `?mobile_flow_otp=${otp}`;
  const shown = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet), query });
  assert.equal(await isKeyOf(keyFrom(shown, otp).key, realm, realm.hamlet.email), true);
  assert.equal(await signedInAs(visitor), null);
  assert.match((await mailbox.next(realm.hamlet.email)).text, /through Acme/);
});

test("the login page passes the app's one-time pad on to the provider's button", async () => {
  const realm = await newStage();
  const otp = newOtp();
  const { html } = await new Visitor(realm).open(`/login?mobile_flow_otp=${otp}`);
  assert.ok(html.includes(`/accounts/login/social/oidc/acme?mobile_flow_otp=${otp}`), html);
});

test("a user who joins through an app gets the API key after joining, by email or through a provider", async () => {
  const realm = await newStage();
  await storeRealmSettings(realm, { invite_required: false });
  for (const by of ["letter", "provider"]) {
    const visitor = new Visitor(realm);
    const email = `${by}@${realm.host}`;
    const otp = newOtp();
    const path = await (by === "letter" ? byEmail(visitor, email, otp) : byProvider(visitor, email, otp));
    await visitor.open(path);
    const shown = await visitor.send(path, { full_name: `Newcomer by ${by}`, password: "a truant disposition" });
    assert.equal(await isKeyOf(keyFrom(shown, otp).key, realm, email), true);
    assert.equal(await signedInAs(visitor), null);
  }
});

async function byEmail(visitor: Visitor, email: string, otp: string): Promise<string> {
  await visitor.open(`/register?mobile_flow_otp=${otp}`);
  await visitor.send("/register", { email });
  return findPathIn(await mailbox.next(email), "/accounts/do_confirm/");
}

async function byProvider(visitor: Visitor, email: string, otp: string): Promise<string> {
  const path = "/accounts/register/social/oidc/acme";
  const query = `?mobile_flow_otp=${otp}`;
  return (await signIn(visitor, provider, { path, query, claims: verifiedClaims({ email }) })).headers.location ?? "";
}

test("a desktop app gets a token to paste, which is valid for one login and expires soon", async () => {
  const realm = await newStage();
  const query = (otp: string) => `?desktop_flow_otp=${otp}`;
  const token = async () => {
    const otp = newOtp();
    const visitor = new Visitor(realm);
    const shown = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet), query: query(otp) });
    assert.equal(shown.status, 200);
    assert.equal(await signedInAs(visitor), null);
    return tokenFrom(shown, otp);
  };
  const path = `/accounts/login/subdomain/${await token()}`;
  const [app, thief] = [new Visitor(realm), new Visitor(realm)];
  await app.open(path, FROM_OUR_PAGE);
  assert.equal(await signedInAs(app), "King Hamlet");
  assert.equal((await thief.open(path)).status, 404);
  const late = await token();
  clock.shiftWallClock(minutes(6));
  assert.equal((await thief.open(`/accounts/login/subdomain/${late}`)).status, 404);
  assert.equal(await signedInAs(thief), null);
});

test("an invalid one-time pad is rejected before the user logs in", async () => {
  const realm = await newStage();
  const otp = newOtp();
  const pages = ["/login", "/register", "/accounts/login/social/oidc/acme", "/accounts/register/social/oidc/acme"];
  for (const path of pages) {
    for (const name of ["mobile_flow_otp", "desktop_flow_otp"]) {
      for (const wrong of ["", "abc", otp.slice(1), `${otp}0`, `${otp.slice(1)}g`]) {
        const shown = await new Visitor(realm).open(`${path}?${name}=${wrong}`);
        assert.equal(shown.status, 400);
        assert.match(shown.text, /Invalid OTP/);
      }
    }
    const both = await new Visitor(realm).open(`${path}?mobile_flow_otp=${otp}&desktop_flow_otp=${otp}`);
    assert.equal(both.status, 400);
    assert.match(both.text, /Can't use both mobile_flow_otp and desktop_flow_otp together\./);
  }
});

test("an app login that was abandoned does not turn a later login in the same browser into an app login", async () => {
  const realm = await newStage();
  await setTestPassword(realm, realm.hamlet);
  const visitor = new Visitor(realm);
  await visitor.open(`/login?mobile_flow_otp=${newOtp()}`);
  await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("an app gets no API key for a deactivated account", async () => {
  const realm = await newStage();
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  const query = `?mobile_flow_otp=${newOtp()}`;
  const shown = await signIn(new Visitor(realm), provider, { claims: verifiedClaims(realm.hamlet), query });
  assert.deepEqual([shown.status, shown.headers.location], [403, undefined]);
});
