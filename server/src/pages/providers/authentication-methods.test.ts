import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { Visitor } from "../fixtures/visitor.ts";
import { signedInAs, signIn, startServerWithProviders, verifiedClaims } from "./fixtures/provider-test-setup.ts";

const { provider, realm: newStage } = await startServerWithProviders();
const OIDC = "OpenID Connect";

test("before login, clients get the enabled methods and the identity providers in their configured order", async () => {
  const realm = await newStage();
  const settings = await realm.hamlet.get("/server_settings");
  const button = (name: string, display_name: string) => ({
    name: `oidc:${name}`,
    display_name,
    display_icon: null,
    login_url: `/accounts/login/social/oidc/${name}`,
    signup_url: `/accounts/register/social/oidc/${name}`,
  });
  assert.deepEqual(settings["external_authentication_methods"], [button("acme", "Acme"), button("other", "Other")]);
  const methods = settings["authentication_methods"] as Record<string, boolean>;
  assert.deepEqual([methods["openid connect"], methods["saml"], methods["email"]], [true, false, true]);
});

test("owners can disable and enable methods; clients are notified, and the login pages show only enabled methods", async () => {
  const realm = await newStage();
  const { desdemona, hamlet, polonius } = realm;
  await watchEvents([hamlet, polonius], () =>
    desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { [OIDC]: false } }),
  );
  assert.doesNotMatch((await new Visitor(realm).open("/login")).text, /Acme/);
  assert.deepEqual((await hamlet.get("/server_settings"))["external_authentication_methods"], []);
  const { state } = await hamlet.registerQueue();
  assert.deepEqual(state["realm_authentication_methods"], {
    Email: { enabled: true, available: true },
    Passkey: { enabled: true, available: true },
    [OIDC]: { enabled: false, available: true },
  });

  await watchEvents([hamlet], () =>
    desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { [OIDC]: true, Email: false } }),
  );
  const { text, html } = await new Visitor(realm).open("/login");
  assert.match(text, /Log in with Acme/);
  assert.doesNotMatch(html, /type="password"/);
  assert.equal((await hamlet.get("/server_settings"))["email_auth_enabled"], false);
});

test("disabling a method logs out the users who logged in with this method, and no other users", async () => {
  const realm = await newStage();
  await setTestPassword(realm, realm.othello);
  const [byProvider, byPassword] = [new Visitor(realm), new Visitor(realm)];
  await signIn(byProvider, provider, { claims: verifiedClaims(realm.hamlet) });
  await byPassword.fills("/login", { email: realm.othello.email, password: PASSWORD });
  assert.equal(await signedInAs(byProvider), "King Hamlet");
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { [OIDC]: false } });
  assert.equal(await signedInAs(byProvider), null);
  assert.match((await signedInAs(byPassword)) ?? "", /Othello/);
});

test("the last method cannot be disabled, and only methods that the server supports can be enabled", async () => {
  const { desdemona } = await newStage();
  const none = await desdemona.patch("/realm", { authentication_methods: { Email: false, [OIDC]: false, SAML: true } });
  assert.equal(none.msg, "This server does not support the authentication method SAML.");
  const off = await desdemona.patch("/realm", { authentication_methods: { Email: false, [OIDC]: false } });
  assert.equal(off.msg, "At least one authentication method must be enabled.");
  const alone = await createTestOrganization();
  const last = await alone.desdemona.patch("/realm", { authentication_methods: { Email: false } });
  assert.equal(last.msg, "At least one authentication method must be enabled.");
});

test("administrators who are not owners cannot change the methods", async () => {
  const { iago } = await newStage();
  const answer = await iago.patch("/realm", { authentication_methods: { [OIDC]: false } });
  assert.equal(answer.msg, "Must be an organization owner");
});

test("the login page passes the requested page on to its form and to the provider's button", async () => {
  const realm = await newStage();
  const { html } = await new Visitor(realm).open(`/login?next=${encodeURIComponent("/#inbox")}`);
  assert.match(html, /name="next" value="\/#inbox"/);
  assert.match(html, /\/accounts\/login\/social\/oidc\/acme\?next=%2F%23inbox/);
});
