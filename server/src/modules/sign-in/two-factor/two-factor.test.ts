import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  clock,
  minutes,
  createTestOrganization,
  type TestUser,
  seconds,
  signInWithSession,
  startServerWithMail,
  type TestOrganization,
} from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../../../pages/fixtures/passwords.ts";
import { findPathIn, Visitor } from "../../../pages/fixtures/visitor.ts";
import { TotpAuthenticator, enableTwoFactor } from "./fixtures/totp-authenticator.ts";
import { totpCode } from "./totp.ts";

/** Gives Hamlet a password, and turns on two-factor authentication. */
async function withTwoFactor(realm: TestOrganization) {
  await setTestPassword(realm, realm.hamlet);
  return { ...realm, ...(await enableTwoFactor(realm.hamlet, PASSWORD)) };
}

/** Opens a browser and enters the password, so that the page asks for the code. */
async function atTheCode(
  realm: TestOrganization,
): Promise<{ visitor: Visitor; submitCode: (code: string) => Promise<string> }> {
  const visitor = new Visitor(realm);
  const shown = await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.match(shown.text, /six digits from your authenticator app/);
  const submitCode = async (code: string) => {
    const ticket = /name="ticket" value="([^"]+)"/.exec(visitor.shown?.html ?? "")?.[1] ?? "";
    const answer = await visitor.send("/login/code", { ticket, code });
    return answer.headers.location ?? answer.text;
  };
  return { visitor, submitCode };
}

const fetchesKey = async ({ site, email }: TestUser) => {
  const parameters = { username: email, password: PASSWORD };
  const { status, code } = await call(site, { method: "POST", path: "/fetch_api_key", parameters });
  return [status, code];
};

test("the codes match the examples of RFC 6238", () => {
  const secret = Buffer.from("12345678901234567890");
  assert.deepEqual(
    [59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((at) => totpCode(secret, Math.floor(at / 30))),
    ["287082", "081804", "005924", "353130"],
  );
});

test("with two-factor authentication, a login requires the password and a code", async () => {
  const realm = await withTwoFactor(await createTestOrganization());
  const { visitor } = await atTheCode(realm);
  assert.equal((await visitor.open("/welcome")).headers.location, "/login", "the password alone is not enough");
  const again = await atTheCode(realm);
  assert.match(await again.submitCode("000000"), /incorrect or has already been used/);
  assert.equal(await again.submitCode(realm.phone.nextCode()), "/");
  assert.match((await again.visitor.open("/welcome")).text, /King Hamlet/);
});

test("a code is accepted only once, and older codes are rejected afterwards", async () => {
  const realm = await withTwoFactor(await createTestOrganization());
  const code = realm.phone.nextCode();
  const first = await atTheCode(realm);
  assert.equal(await first.submitCode(code), "/");
  const second = await atTheCode(realm);
  assert.match(await second.submitCode(code), /incorrect or has already been used/);
  assert.match(await second.submitCode(realm.phone.atStep(-1)), /incorrect or has already been used/);
  assert.equal(await second.submitCode(realm.phone.nextCode()), "/");
});

test("a recovery code works once, ignoring case and separators", async () => {
  const realm = await withTwoFactor(await createTestOrganization());
  const [code = ""] = realm.recoveryCodes;
  const { submitCode } = await atTheCode(realm);
  assert.equal(await submitCode(code.toUpperCase().replace("-", " ")), "/");
  assert.equal((await realm.hamlet.callOrThrow("GET", "/users/me/two_factor")).recovery_codes_left, 9);
  assert.match(await (await atTheCode(realm)).submitCode(code), /incorrect or has already been used/);
  const stored = await realm.server.db.reader.selectFrom("two_factor").selectAll().execute();
  assert.ok(!JSON.stringify(stored).includes(realm.recoveryCodes[1] ?? "-"));
});

test("the number of attempts with codes is limited", async () => {
  const realm = await withTwoFactor(await createTestOrganization());
  const { submitCode } = await atTheCode(realm);
  // One attempt was used to turn on two-factor authentication.
  for (let n = 0; n < 9; n += 1) assert.match(await submitCode("000000"), /incorrect/);
  assert.match(await submitCode(realm.phone.nextCode()), /Too many attempts/);
});

test("the form for the code works only after the password was entered, and only for some minutes", async () => {
  const realm = await withTwoFactor(await createTestOrganization());
  const { visitor, submitCode } = await atTheCode(realm);
  const ticket = /name="ticket" value="([^"]+)"/.exec(visitor.shown?.html ?? "")?.[1] ?? "";
  const [body = ""] = ticket.split(".");
  for (const forged of ["", "x", `${body}.`, `${body}.${"x".repeat(43)}`]) {
    const answer = await visitor.send("/login/code", { ticket: forged, code: realm.phone.nextCode() });
    assert.equal(answer.headers.location, "/login");
  }
  clock.shiftWallClock(seconds(600));
  assert.equal(await submitCode(realm.phone.nextCode()), "/login");
});

test("with two-factor authentication, a password alone does not give access to the API key, except in a logged-in browser", async () => {
  const realm = await createTestOrganization();
  await setTestPassword(realm, realm.hamlet);
  assert.deepEqual(await fetchesKey(realm.hamlet), [200, undefined]);
  await withTwoFactor(realm);
  assert.deepEqual(await fetchesKey(realm.hamlet), [401, "TWO_FACTOR_REQUIRED"]);
  const browser = await signInWithSession(realm.server, realm.hamlet);
  assert.equal(
    (await browser.callOrThrow("POST", "/json/fetch_api_key", { password: PASSWORD })).api_key,
    realm.hamlet.apiKey,
  );
});

test("turning two-factor authentication on or off requires the password, and turning it on also a valid code", async () => {
  const realm = await createTestOrganization();
  const { hamlet } = realm;
  await setTestPassword(realm, hamlet);
  const callApi = async (method: string, path: string, parameters: Record<string, string>) =>
    (await hamlet.call(method, path, parameters)).msg;
  assert.equal(await callApi("POST", "/users/me/two_factor", { password: "wrong" }), "Password is incorrect.");
  assert.equal(await callApi("POST", "/users/me/two_factor/confirm", { code: "1" }), "No authenticator app is set up.");
  await hamlet.callOrThrow("POST", "/users/me/two_factor", { password: PASSWORD });
  assert.equal(
    await callApi("POST", "/users/me/two_factor/confirm", { code: "1" }),
    "The code is incorrect or has already been used.",
  );
  assert.deepEqual(await fetchesKey(hamlet), [200, undefined], "before it is confirmed, no code is required");
  await withTwoFactor(realm);
  assert.equal(
    await callApi("POST", "/users/me/two_factor", { password: PASSWORD }),
    "An authenticator app is already set up.",
  );
  assert.equal(await callApi("DELETE", "/users/me/two_factor", { password: "wrong" }), "Password is incorrect.");
  await hamlet.callOrThrow("DELETE", "/users/me/two_factor", { password: PASSWORD });
  assert.deepEqual((await hamlet.callOrThrow("GET", "/users/me/two_factor")).is_on, false);
  assert.deepEqual(await fetchesKey(hamlet), [200, undefined]);
});

test("a user without a password can use a recent login instead of the password", async () => {
  const { server, hamlet } = await createTestOrganization();
  const isRefused = async (person: TestUser, method: string) =>
    (await person.call(method, "/users/me/two_factor")).code === "FRESH_SIGN_IN_REQUIRED";
  assert.equal(await isRefused(hamlet, "POST"), true, "a key is no sign-in");
  const browser = await signInWithSession(server, hamlet);
  const { secret } = await browser.callOrThrow("POST", "/users/me/two_factor", {});
  await browser.callOrThrow("POST", "/users/me/two_factor/confirm", { code: new TotpAuthenticator(secret).nextCode() });
  clock.shiftWallClock(minutes(15));
  assert.equal(await isRefused(browser, "DELETE"), true);
  await (await signInWithSession(server, hamlet)).callOrThrow("DELETE", "/users/me/two_factor", {});
  assert.equal((await hamlet.callOrThrow("GET", "/users/me/two_factor")).is_on, false);
});

test("resetting the password does not bypass the code, and the user is notified of each change by email", async () => {
  const { server, mailbox } = await startServerWithMail();
  const realm = await withTwoFactor(await createTestOrganization(server));
  const { hamlet, iago, desdemona } = realm;
  assert.match((await mailbox.next(hamlet.email)).text, /Two-factor authentication is now on/);
  const visitor = new Visitor(realm);
  await visitor.fills("/accounts/password/reset", { email: hamlet.email });
  const path = findPathIn(await mailbox.next(hamlet.email), "/accounts/password/reset/");
  const answer = await visitor.fills(path, { password: "the rest is silence, says he" });
  assert.match(answer.text, /six digits from your authenticator app/);
  assert.equal((await visitor.open("/welcome")).headers.location, "/login", "a link from an email is no second factor");

  assert.equal((await iago.delete(`/users/${desdemona.id}/two_factor`)).code, "UNAUTHORIZED_PRINCIPAL");
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}/two_factor`);
  assert.match((await mailbox.next(hamlet.email)).text, /An administrator turned off two-factor authentication/);
  const { entries } = await iago.callOrThrow("GET", "/audit_log", { act: "user.two_factor_reset" });
  assert.deepEqual(
    entries.map(({ actor_id, target_id }) => [actor_id, target_id]),
    [[iago.id, hamlet.id]],
  );
});
