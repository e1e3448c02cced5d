import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  minutes,
  createTestOrganization,
  type ParametersOf,
  type TestUser,
  startServerWithMail,
  type TestOrganization,
  untilTransactionsBlocked,
} from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../../../pages/fixtures/passwords.ts";
import { Visitor } from "../../../pages/fixtures/visitor.ts";
import { TotpAuthenticator as Codes } from "../two-factor/fixtures/totp-authenticator.ts";
import { WebauthnAuthenticator } from "./fixtures/webauthn-authenticator.ts";
import { createAttestationCertificate, skipWithoutOpenssl } from "./fixtures/attestation-certificate.ts";

const { server, mailbox } = await startServerWithMail({ url: "https://parlance.test", trustedProxies: 1 });

type Credential = ParametersOf<"POST /users/me/passkeys">["credential"];

interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly rpId: string;
  readonly user: { readonly id: string };
}

const requestOptions = async (person: TestUser): Promise<Options> => {
  const { options } = await person.callOrThrow("POST", "/users/me/passkeys/options", { password: PASSWORD });
  return options as unknown as Options;
};

async function addsPasskey(person: TestUser, phone: WebauthnAuthenticator, name = "Phone") {
  const credential = JSON.parse(phone.creates(await requestOptions(person))) as Credential;
  const { id, recovery_codes: recoveryCodes } = await person.callOrThrow("POST", "/users/me/passkeys", {
    credential,
    name,
  });
  return { id, recoveryCodes };
}

/** Creates an organization in which Hamlet has a password and a passkey. */
async function withPasskey() {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const phone = new WebauthnAuthenticator(realm);
  return { realm, phone, ...(await addsPasskey(realm.hamlet, phone)) };
}

type Forgery = Parameters<WebauthnAuthenticator["signs"]>[1];

const optionsFor = async (visitor: Visitor, fields = {}): Promise<Options> => {
  const answer = await visitor.send("/login/passkey/options", { ...formOf(visitor), ...fields });
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers["content-type"]), /json/);
  return JSON.parse(answer.html) as Options;
};

/**
 * Returns the fields of the passkey form on the open page. Pages are stored in `pages`, because JSON responses also
 * replace `Visitor.shown`.
 */
const formOf = (visitor: Visitor): Record<string, string> =>
  Object.fromEntries(
    [...(pages.get(visitor) ?? "").matchAll(/name="(form_token|ticket)" value="([^"]+)"/g)].map(([, name, value]) => [
      name ?? "",
      value ?? "",
    ]),
  );
const pages = new WeakMap<Visitor, string>();

/** Opens the login page in a browser. */
async function atLogin(realm: TestOrganization): Promise<Visitor> {
  const visitor = new Visitor(realm);
  const { html } = await visitor.open("/login");
  pages.set(visitor, html);
  return visitor;
}

/** Opens the login page in a browser and enters the password. */
async function afterPassword(realm: TestOrganization): Promise<Visitor> {
  const visitor = new Visitor(realm);
  const { html, text } = await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.match(text, /Use a passkey/);
  pages.set(visitor, html);
  return visitor;
}

async function uses(visitor: Visitor, phone: WebauthnAuthenticator, forgery: Forgery = {}): Promise<string> {
  const credential = phone.signs(await optionsFor(visitor), forgery);
  return sends(visitor, credential);
}

async function sends(visitor: Visitor, credential: string): Promise<string> {
  const answer = await visitor.send("/login/passkey", { ...formOf(visitor), credential });
  return answer.headers.location ?? `${answer.status} ${answer.text}`;
}

const REFUSED = /^401 .*The passkey was not accepted\./;

test("a passkey logs a user in without email address and password, and the session records the method", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await atLogin(realm);
  assert.match(visitor.shown?.text ?? "", /Log in with a passkey/);
  assert.equal(await uses(visitor, phone), "/");
  assert.match((await visitor.open("/welcome")).text, /You are logged in as King Hamlet/);
  const { sessions } = await realm.hamlet.callOrThrow("GET", "/users/me/sessions");
  assert.deepEqual(
    sessions.map(({ method }) => method),
    ["Passkey"],
  );
  const { passkeys } = await realm.hamlet.callOrThrow("GET", "/users/me/passkeys");
  assert.deepEqual(
    passkeys.map(({ name, last_used_at: used }) => [name, used !== null]),
    [["Phone", true]],
  );
});

test("a passkey is a second factor: a password alone is not enough for a session or an API key", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await afterPassword(realm);
  assert.equal((await visitor.open("/welcome")).headers.location, "/login");
  const username = realm.hamlet.email;
  const refused = await realm.hamlet.call("POST", "/fetch_api_key", { username, password: PASSWORD });
  assert.equal(refused.code, "TWO_FACTOR_REQUIRED");
  // With a password entered before, the authenticator need not verify the user.
  assert.equal(await uses(visitor, phone, { verifies: false }), "/");
  const { sessions } = await realm.hamlet.callOrThrow("GET", "/users/me/sessions");
  assert.equal(sessions[0]?.method, "Email");
  const factors = await realm.hamlet.callOrThrow("GET", "/users/me/two_factor");
  assert.deepEqual([factors.is_on, factors.has_authenticator, factors.passkeys], [true, false, 1]);
});

test("without a password, the authenticator must verify the user", async () => {
  const { realm, phone } = await withPasskey();
  assert.match(await uses(await atLogin(realm), phone, { verifies: false }), REFUSED);
});

test("a signature for another site, host or purpose, or with another key, is rejected", async () => {
  const { realm, phone } = await withPasskey();
  for (const forgery of [
    { origin: "https://evil.test" },
    { origin: `http://${realm.host}` },
    { rpId: "evil.test" },
    { type: "webauthn.create" },
    { challenge: Buffer.alloc(32).toString("base64url") },
    { userHandle: Buffer.alloc(32).toString("base64url") },
  ]) {
    assert.match(await uses(await atLogin(realm), phone, forgery), REFUSED, JSON.stringify(forgery));
  }
  const otherAuthenticator = new WebauthnAuthenticator(realm);
  assert.match(await uses(await atLogin(realm), otherAuthenticator), REFUSED);
  const visitor = await atLogin(realm);
  const signed = phone.signs(await optionsFor(visitor));
  const forged = JSON.parse(otherAuthenticator.signs(await optionsFor(visitor))) as { response: { signature: string } };
  const mixed = JSON.parse(signed) as { response: { signature: string } };
  mixed.response.signature = forged.response.signature;
  assert.match(await sends(visitor, JSON.stringify(mixed)), REFUSED);
  assert.equal(await sends(visitor, signed), "/", "an assertion that was not forged is accepted");
});

test("invalid data instead of a passkey's response is rejected", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await atLogin(realm);
  const signed = JSON.parse(phone.signs(await optionsFor(visitor))) as { id: string; response: Record<string, string> };
  const deep = Buffer.from([...Array.from({ length: 20_000 }, () => 0x81), 0]).toString("base64url");
  for (const credential of [
    "",
    "null",
    "{",
    "[]",
    JSON.stringify({ ...signed, id: "?" }),
    JSON.stringify({ ...signed, id: "AAAA" }),
    JSON.stringify({ ...signed, response: { ...signed.response, authenticatorData: "AAAA" } }),
    JSON.stringify({ ...signed, response: { ...signed.response, authenticatorData: deep } }),
    JSON.stringify({ ...signed, response: { ...signed.response, clientDataJSON: "AAAA" } }),
    JSON.stringify({ ...signed, response: { ...signed.response, signature: "AAAA" } }),
  ]) {
    assert.match(await sends(visitor, credential), REFUSED, credential.slice(0, 200));
  }
});

test("a challenge is valid once, for ten minutes, and in the browser for which it was created", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await atLogin(realm);
  const signed = phone.signs(await optionsFor(visitor));
  assert.match(await sends(await atLogin(realm), signed), REFUSED, "another browser");
  assert.equal(await sends(visitor, signed), "/");
  assert.match(await sends(visitor, signed), REFUSED, "a second time");
  const late = await atLogin(realm);
  const signedLate = phone.signs(await optionsFor(late));
  clock.shiftWallClock(minutes(10));
  assert.match(await sends(late, signedLate), REFUSED);
});

test("a challenge for one account is accepted neither without the account's password nor for another account", async () => {
  const { realm, phone } = await withPasskey();
  const othersPhone = new WebauthnAuthenticator(realm);
  await setTestPassword(realm, realm.othello);
  await addsPasskey(realm.othello, othersPhone);
  assert.match(await uses(await afterPassword(realm), othersPhone), REFUSED);

  const visitor = await afterPassword(realm);
  const signed = phone.signs(await optionsFor(visitor));
  const { form_token: token = "" } = formOf(visitor);
  const withoutTicket = await visitor.send("/login/passkey", { form_token: token, credential: signed });
  assert.equal(withoutTicket.status, 401);
});

test("a copied authenticator is detected because its counter does not increase", async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const phone = new WebauthnAuthenticator(realm);
  phone.signCount = 5;
  await addsPasskey(realm.hamlet, phone);
  assert.equal(await uses(await atLogin(realm), phone), "/");
  for (const signCount of [6, 5, 0]) {
    assert.match(await uses(await atLogin(realm), phone, { signCount }), REFUSED, String(signCount));
  }
  assert.equal(await uses(await atLogin(realm), phone), "/");
});

test("the passkeys of deactivated users and removed passkeys are rejected", async () => {
  const { realm, phone, id } = await withPasskey();
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  assert.match(await uses(await atLogin(realm), phone), REFUSED);
  await realm.iago.callOrThrow("POST", `/users/${realm.hamlet.id}/reactivate`);
  assert.equal(await uses(await atLogin(realm), phone), "/");
  await realm.hamlet.callOrThrow("DELETE", `/users/me/passkeys/${id}`, { password: PASSWORD });
  assert.match(await uses(await atLogin(realm), phone), REFUSED);
});

test("a passkey of one organization is not accepted in another", async () => {
  const { phone } = await withPasskey();
  const other = await createTestOrganization(server);
  const origin = `https://${other.host}`;
  assert.match(await uses(await atLogin(other), phone, { origin, rpId: other.host }), REFUSED);
});

test("disabling passkey login ends the sessions that were created with a passkey, and passkeys remain second factors", async () => {
  const { realm, phone } = await withPasskey();
  const [inside, waiting] = [await atLogin(realm), await atLogin(realm)];
  const signed = phone.signs(await optionsFor(waiting));
  assert.equal(await uses(inside, phone), "/");
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { Passkey: false } });
  assert.equal((await inside.open("/welcome")).headers.location, "/login");
  assert.doesNotMatch((await new Visitor(realm).open("/login")).text, /passkey/i);
  assert.equal(await sends(waiting, signed), "/login");
  assert.equal(await uses(await afterPassword(realm), phone), "/");
});

test("passkeys cannot be the only login method, because adding the first passkey requires another login method", async () => {
  const realm = await createTestOrganization(server);
  const refused = await realm.desdemona.patch("/realm", { authentication_methods: { Email: false } });
  assert.equal(refused.msg, "At least one authentication method must be enabled.");
});

test("passkey attempts without a password are limited per network, high enough for an office with one address, and attempts after a password are limited to ten per account", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await atLogin(realm);
  const at = clock.now();
  await server.db.write((tx) =>
    tx
      .insertInto("attempt")
      .values(Array.from({ length: 300 }, () => ({ kind: "passkey", subject: visitor.ip, at })))
      .execute(),
  );
  assert.match(await uses(visitor, phone), /^429 .*Too many attempts/);
  await server.db.write((tx) => tx.deleteFrom("attempt").where("kind", "=", "passkey").execute());
  const known = await afterPassword(realm);
  for (let tries = 0; tries < 10; tries += 1) assert.match(await sends(known, "{}"), REFUSED);
  assert.match(await uses(known, phone), /^429 .*Too many attempts/);
});

test("creating a passkey requires the password or a recent browser login", async () => {
  const { realm, phone } = await withPasskey();
  const { hamlet } = realm;
  const path = "/users/me/passkeys/options";
  assert.equal((await hamlet.call("POST", path, { password: "wrong" })).msg, "Password is incorrect.");
  assert.equal((await hamlet.call("POST", path, {})).code, "FRESH_SIGN_IN_REQUIRED");

  await server.db.write((tx) =>
    tx.updateTable("account").set({ password_hash: null }).where("id", "=", hamlet.id).execute(),
  );
  const visitor = await atLogin(realm);
  assert.equal(await uses(visitor, phone), "/");
  const requestLogin = async () => {
    const headers = { "x-parlance-page": "1", "sec-fetch-site": "same-origin" };
    return (await visitor.request("POST", `/json${path}`, "", headers)).status;
  };
  assert.equal(await requestLogin(), 200);
  assert.match((await visitor.open("/account/passkeys")).text, /Add a passkey/);
  clock.shiftWallClock(minutes(15));
  assert.equal(await requestLogin(), 403);
  assert.match((await visitor.open("/account/passkeys")).text, /log in again/);
});

test("a new passkey can be added once, only by the user and in the organization for which it was created", async () => {
  const realm = await createTestOrganization(server);
  const { hamlet, othello } = realm;
  await setTestPassword(realm, hamlet);
  await setTestPassword(realm, othello);
  const phone = new WebauthnAuthenticator(realm);
  const adds = async (person: TestUser, credential: string) =>
    (await person.call("POST", "/users/me/passkeys", { credential, name: "x" })).msg;
  const LATE = /did not request the passkey, or the request has expired/;
  const options = await requestOptions(hamlet);
  const credential = phone.creates(options);
  assert.match(await adds(othello, credential), LATE);
  const unfit = /did not send a passkey that this organization can use/;
  for (const forgery of [{ origin: "https://evil.test" }, { rpId: "evil.test" }, { type: "webauthn.get" }]) {
    assert.match(await adds(hamlet, phone.creates(options, forgery)), unfit);
  }
  assert.equal(await adds(hamlet, credential), "");
  assert.match(await adds(hamlet, credential), LATE);
  assert.match(await adds(hamlet, phone.creates(await requestOptions(hamlet))), /already registered/);
  const late = new WebauthnAuthenticator(realm).creates(await requestOptions(hamlet));
  clock.shiftWallClock(minutes(10));
  assert.match(await adds(hamlet, late), LATE);
});

test("a passkey with a certificate of the manufacturer is rejected", { skip: skipWithoutOpenssl }, async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const maker = await createAttestationCertificate();
  const adds = async (attestation: "itself" | typeof maker) => {
    const phone = new WebauthnAuthenticator(realm);
    const credential = phone.creates(await requestOptions(realm.hamlet), { attestation });
    return (await realm.hamlet.call("POST", "/users/me/passkeys", { credential, name: "Phone" })).msg;
  };
  assert.match(await adds(maker), /did not send a passkey that this organization can use/);
  assert.equal(await adds("itself"), "");
});

test("if two concurrent logins use the same counter value, only one succeeds", async () => {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const phone = new WebauthnAuthenticator(realm);
  phone.signCount = 5;
  const { id } = await addsPasskey(realm.hamlet, phone);
  const visitors = [await atLogin(realm), await atLogin(realm)];
  const signed = await Promise.all(
    visitors.map(async (visitor) => ({
      visitor,
      credential: phone.signs(await optionsFor(visitor), { signCount: 9 }),
    })),
  );
  const { sent } = await server.db.write(async (tx) => {
    await tx.updateTable("passkey").set({ name: "Held" }).where("id", "=", id).execute();
    const sending = signed.map(({ visitor, credential }) => sends(visitor, credential));
    await untilTransactionsBlocked(server, 2, "passkey");
    return { sent: sending };
  });
  const answers = await Promise.all(sent);
  assert.equal(answers.filter((answer) => answer === "/").length, 1, answers.join());
});

test("a passkey whose registration started with an API key cannot be added with a browser session", async () => {
  const { realm, phone } = await withPasskey();
  const visitor = await atLogin(realm);
  await uses(visitor, phone);
  const credential = new WebauthnAuthenticator(realm).creates(await requestOptions(realm.hamlet));
  const body = new URLSearchParams({ credential, name: "Phone" }).toString();
  const headers = { "x-parlance-page": "1", "sec-fetch-site": "same-origin" };
  const answer = await visitor.request("POST", "/json/users/me/passkeys", body, headers);
  assert.match(answer.html, /did not request the passkey/);
});

test("an account has at most twenty passkeys, which only their owner can rename", async () => {
  const { realm, id } = await withPasskey();
  const { hamlet, othello } = realm;
  const path = `/users/me/passkeys/${id}` as const;
  assert.equal((await othello.call("PATCH", path, { name: "Mine" })).msg, "Invalid passkey ID");
  await hamlet.callOrThrow("PATCH", path, { name: "Old phone" });
  assert.equal((await hamlet.callOrThrow("GET", "/users/me/passkeys")).passkeys[0]?.name, "Old phone");
  for (let n = 1; n < 20; n += 1) await addsPasskey(hamlet, new WebauthnAuthenticator(realm), `Key ${n}`);
  const credential = new WebauthnAuthenticator(realm).creates(await requestOptions(hamlet));
  const full = await hamlet.call("POST", "/users/me/passkeys", { credential, name: "One more" });
  assert.equal(full.msg, "An account can have at most 20 passkeys.");
});

test("recovery codes are created with the first passkey and deleted with the last one", async () => {
  const { realm, id, recoveryCodes } = await withPasskey();
  const { hamlet } = realm;
  assert.equal(recoveryCodes.length, 10);
  assert.deepEqual((await addsPasskey(hamlet, new WebauthnAuthenticator(realm), "Second")).recoveryCodes, []);
  const visitor = await afterPassword(realm);
  const answer = await visitor.send("/login/code", { ...formOf(visitor), code: recoveryCodes[0] ?? "" });
  assert.equal(answer.headers.location, "/");
  assert.equal((await hamlet.callOrThrow("GET", "/users/me/two_factor")).recovery_codes_left, 9);
  for (const one of (await hamlet.callOrThrow("GET", "/users/me/passkeys")).passkeys) {
    assert.equal((await hamlet.call("DELETE", `/users/me/passkeys/${one.id}`)).code, "FRESH_SIGN_IN_REQUIRED");
    await hamlet.callOrThrow("DELETE", `/users/me/passkeys/${one.id}`, { password: PASSWORD });
  }
  const { is_on, recovery_codes_left } = await hamlet.callOrThrow("GET", "/users/me/two_factor");
  assert.deepEqual([is_on, recovery_codes_left], [false, 0]);
  assert.equal(
    (await hamlet.call("DELETE", `/users/me/passkeys/${id}`, { password: PASSWORD })).msg,
    "Invalid passkey ID",
  );
});

test("an authenticator app can be added in addition to passkeys, and removed again", async () => {
  const { realm, recoveryCodes } = await withPasskey();
  const { hamlet } = realm;
  const submitCode = async (code: string) => {
    const visitor = await afterPassword(realm);
    const answer = await visitor.send("/login/code", { ...formOf(visitor), code });
    return answer.headers.location ?? answer.status;
  };
  const { secret } = await hamlet.callOrThrow("POST", "/users/me/two_factor", { password: PASSWORD });
  const codes = new Codes(secret);
  assert.equal(await submitCode(codes.nextCode()), 401, "it is not confirmed yet");
  const confirmed = await hamlet.callOrThrow("POST", "/users/me/two_factor/confirm", { code: codes.nextCode() });
  assert.equal(await submitCode(codes.nextCode()), "/");
  assert.equal(await submitCode(recoveryCodes[0] ?? ""), 401, "newer challenges have replaced it");
  await hamlet.callOrThrow("DELETE", "/users/me/two_factor", { password: PASSWORD });
  assert.equal(await submitCode(codes.nextCode()), 401);
  assert.equal(await submitCode(confirmed.recovery_codes[0] ?? ""), "/");
  const { is_on, has_authenticator } = await hamlet.callOrThrow("GET", "/users/me/two_factor");
  assert.deepEqual([is_on, has_authenticator], [true, false]);
});

test("the owner is notified of changes by email, the audit log records them, and a reset removes the passkeys", async () => {
  const { realm, phone } = await withPasskey();
  const { hamlet, iago } = realm;
  const email = await mailbox.next(hamlet.email);
  assert.equal(email.subject, "Passkey added at Shakespeare");
  assert.ok(email.text.includes(`https://${realm.host}/account/passkeys`));
  clock.shiftWallClock(minutes(2));
  assert.equal(await uses(await atLogin(realm), phone), "/");
  assert.match(
    (await mailbox.next(hamlet.email)).text,
    /new login to your account at Shakespeare\s+with\s+your\s+passkey/,
  );

  await iago.callOrThrow("DELETE", `/users/${hamlet.id}/two_factor`);
  assert.match((await mailbox.next(hamlet.email)).text, /your\s+passkeys\s+were\s+removed/);
  assert.match(await uses(await atLogin(realm), phone), REFUSED);
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { target_type: "user", target_id: hamlet.id });
  assert.deepEqual(
    entries.map(({ act, actor_id: actorId }) => [act, actorId]),
    [
      ["user.two_factor_reset", iago.id],
      ["user.signed_in", hamlet.id],
      ["user.passkey_added", hamlet.id],
    ],
  );
});

test("if browsers do not support passkeys at the server's address, the error says what is needed", async () => {
  const { server: plain } = await startServerWithMail();
  const realm = await createTestOrganization(plain);
  const answer = await realm.hamlet.call("POST", "/users/me/passkeys/options", { password: "x" });
  assert.equal(answer.code, "PASSKEYS_NEED_HTTPS");
  assert.match(answer.msg, /PARLANCE_EXTERNAL_URL/);
  assert.doesNotMatch((await new Visitor(realm).open("/login")).text, /passkey/i);
});

test("users can rename and remove passkeys on their page after a recent login", async () => {
  const { realm, phone, id } = await withPasskey();
  const visitor = await atLogin(realm);
  await uses(visitor, phone);
  const path = "/account/passkeys";
  await visitor.open(path);
  await visitor.send(path, { passkey_id: String(id), change: "rename", name: "<b>Mobile</b>" });
  assert.match((await visitor.open(path)).html, /&lt;b&gt;Mobile&lt;\/b&gt;/);
  assert.match(
    (await visitor.send(path, { passkey_id: String(id), change: "rename", name: " " })).text,
    /Enter a name/,
  );
  clock.shiftWallClock(minutes(15));
  await visitor.send(path, { passkey_id: String(id), change: "remove" });
  assert.equal((await realm.hamlet.callOrThrow("GET", "/users/me/passkeys")).passkeys.length, 1);
  const again = await atLogin(realm);
  await uses(again, phone);
  await again.open(path);
  await again.send(path, { passkey_id: String(id), change: "remove" });
  assert.match((await again.open(path)).text, /You have no passkeys yet/);
  assert.equal((await new Visitor(realm).open(path)).headers.location, "/login?next=/account/passkeys");
});
