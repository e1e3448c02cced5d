import assert from "node:assert/strict";
import { test } from "node:test";
import type { TestOrganization } from "@parlance/testkit";
import { enableTwoFactor } from "#modules/sign-in/two-factor/fixtures/totp-authenticator.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { Visitor } from "../fixtures/visitor.ts";
import { signedInAs, signIn, startServerWithProviders, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const careless = await startServerWithProviders();
const careful = await startServerWithProviders({ does_second_factor: true });

async function withTwoFactor(realm: TestOrganization) {
  await setTestPassword(realm, realm.hamlet);
  return enableTwoFactor(realm.hamlet, PASSWORD);
}

/** Submits a code in the form of the current page. */
const submitCode = (visitor: Visitor, code: string) => {
  const html = visitor.shown?.html ?? "";
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return visitor.send("/login/code", { ticket: hidden("ticket"), next: hidden("next"), code });
};

test("after a provider login, a user with two-factor authentication enters a code and is redirected to the requested page", async () => {
  const realm = await careless.realm();
  const { phone } = await withTwoFactor(realm);
  const visitor = new Visitor(realm);
  const login = { claims: verifiedClaims(realm.hamlet), query: "?next=/account/passkeys" };
  const codePage = await signIn(visitor, careless.provider, login);
  assert.match(codePage.text, /six digits from your authenticator app/);
  assert.equal(await signedInAs(visitor), null);
  await signIn(visitor, careless.provider, login);
  assert.equal((await submitCode(visitor, "000000")).status, 401);
  const completed = await submitCode(visitor, phone.nextCode());
  assert.deepEqual([completed.status, completed.headers.location], [303, "/account/passkeys"]);
  assert.equal(await signedInAs(visitor), "King Hamlet");
  const { sessions } = await realm.hamlet.callOrThrow("GET", "/users/me/sessions");
  assert.equal(sessions[0]?.method, "OpenID Connect");
});

test("no code is required from users without two-factor authentication, or if the provider checks a second factor itself", async () => {
  const realm = await careless.realm();
  const visitor = new Visitor(realm);
  assert.equal((await signIn(visitor, careless.provider, { claims: verifiedClaims(realm.hamlet) })).status, 303);

  const other = await careful.realm();
  await withTwoFactor(other);
  const trusted = new Visitor(other);
  assert.equal((await signIn(trusted, careful.provider, { claims: verifiedClaims(other.hamlet) })).status, 303);
  assert.equal(await signedInAs(trusted), "King Hamlet");
  const byPassword = await new Visitor(other).fills("/login", { email: other.hamlet.email, password: PASSWORD });
  assert.match(byPassword.text, /six digits from your authenticator app/);
});

test("the email about the login names the provider, although the login was completed with a code", async () => {
  const realm = await careless.realm();
  const { phone } = await withTwoFactor(realm);
  const visitor = new Visitor(realm);
  await signIn(visitor, careless.provider, { claims: verifiedClaims(realm.hamlet) });
  for (let n = 0; n < 4; n += 1) phone.nextCode();
  await submitCode(visitor, phone.nextCode());
  for (;;) {
    const email = await careless.mailbox.next(realm.hamlet.email);
    if (!/New login/.test(email.subject)) continue;
    assert.match(email.text, /new login to your account at Shakespeare\s+through\s+Acme/);
    return;
  }
});
