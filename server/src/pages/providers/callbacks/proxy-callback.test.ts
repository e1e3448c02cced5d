import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { roles } from "@parlance/contract/entities/roles.ts";
import { createTestOrganization, startServer, startServerWithMail, type TestOrganization } from "@parlance/testkit";
import { changeEmail } from "#modules/users/accounts/actions/email-change/change-email.ts";
import { ProxyFileEntry } from "#modules/sign-in/providers/proxy-settings.ts";
import { setTestPassword, PASSWORD } from "../../fixtures/passwords.ts";
import { type ShownPage, Visitor } from "../../fixtures/visitor.ts";
import { signedInAs } from "../fixtures/provider-test-setup.ts";

const entry = {
  display_name: "Castle Gate",
  header: "X-Remote-User",
  proxies: ["127.0.0.0/8", "::1"],
  full_name_header: "X-Remote-Name",
  groups_header: "X-Remote-Groups",
  logout_url: "https://gate.example.com/logout",
  admits: [{ groups: ["visitors"], role: "guest" }],
};

const providers = (more: object = {}) => ({
  openIdConnect: [],
  saml: [],
  proxyHeader: ProxyFileEntry.parse({ ...entry, ...more }),
});

const { server } = await startServerWithMail({ trustedProxies: 1, identityProviders: providers() });
const newStage = (): Promise<TestOrganization> => createTestOrganization(server);

const SSO = "/accounts/login/sso/";
const named = (user: string, more: Readonly<Record<string, string>> = {}) => ({ "x-remote-user": user, ...more });

const callBack = (visitor: Visitor, user: string, query = ""): Promise<ShownPage> =>
  visitor.open(SSO + query, named(user));

test("a user named by the proxy is logged in to the account with that email address, and to no other", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const shown = await callBack(visitor, realm.hamlet.email.toUpperCase());
  assert.deepEqual([shown.status, shown.headers.location], [303, "/"]);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the login page redirects directly to the proxy login, with the requested page", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const shown = await visitor.open("/login?next=/api", named(realm.hamlet.email));
  assert.equal(shown.headers.location, `${SSO}?next=/api`);
  assert.equal((await visitor.open(shown.headers.location, named(realm.hamlet.email))).headers.location, "/api");
});

test("without the header, the login page is shown with a button that leads to the protected path", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const { html, status } = await visitor.open("/login");
  assert.equal(status, 200);
  assert.ok(html.includes('href="/accounts/login/start/sso/"'), html);
  assert.equal((await visitor.open("/accounts/login/start/sso/?next=/api")).headers.location, `${SSO}?next=/api`);
  const settings = await realm.hamlet.get("/server_settings");
  assert.equal((settings["authentication_methods"] as Record<string, boolean>)["remoteuser"], true);
  assert.deepEqual(settings["external_authentication_methods"], [
    {
      name: "remoteuser",
      display_name: "Castle Gate",
      display_icon: null,
      login_url: "/accounts/login/start/sso/",
      signup_url: "/accounts/login/start/sso/",
    },
  ]);
});

test("if the proxy sends no name, the login fails", async () => {
  const realm = await newStage();
  for (const headers of [{}, named(""), named(" ")]) {
    const visitor = new Visitor(realm);
    assert.match((await visitor.open(SSO, headers)).title, /Login with Castle Gate failed/);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("the header is accepted only from the proxy's addresses, even if headers such as X-Forwarded-For name such an address", async () => {
  const elsewhere = await startServer({
    trustedProxies: 1,
    identityProviders: providers({ proxies: ["10.20.30.40", "192.168.0.0/16"] }),
  });
  const realm = await createTestOrganization(elsewhere);
  const headers = named(realm.hamlet.email, { "x-forwarded-for": "10.20.30.40", "x-real-ip": "10.20.30.40" });
  const visitor = new Visitor(realm);
  assert.equal((await visitor.open(SSO, headers)).status, 403);
  assert.equal((await visitor.open("/login", headers)).status, 200);
  assert.equal(await signedInAs(visitor), null);
});

test("without a configured proxy, the header is ignored", async () => {
  const realm = await createTestOrganization(await startServer({ trustedProxies: 1 }));
  const visitor = new Visitor(realm);
  for (const path of [SSO, "/accounts/login/start/sso/"]) {
    assert.equal((await visitor.open(path, named(realm.hamlet.email))).status, 404, path);
  }
  assert.equal((await visitor.open("/login", named(realm.hamlet.email))).status, 200);
  assert.equal(await signedInAs(visitor), null);
});

test("the header is rejected if it occurs more than once, or contains several names", async () => {
  const realm = await newStage();
  const { hamlet, iago } = realm;
  const twice = [iago.email, hamlet.email] as unknown as string;
  for (const value of [
    twice,
    `${iago.email}, ${hamlet.email}`,
    `${iago.email};x`,
    `${iago.email} x`,
    "a".repeat(400),
  ]) {
    const visitor = new Visitor(realm);
    assert.match((await callBack(visitor, value)).title, /The response from Castle Gate could not be verified/);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("a name without a domain is completed with the configured domain", async () => {
  const own = await startServer({
    trustedProxies: 1,
    identityProviders: providers({ email_domain: "castle.example" }),
  });
  const { text } = await callBack(new Visitor(await createTestOrganization(own)), "horatio");
  assert.match(text, /horatio@castle\.example/);
});

test("a user who changed the email address on this server is still recognized by the name that the proxy sends", async () => {
  const realm = await newStage();
  const { hamlet } = realm;
  await callBack(new Visitor(realm), hamlet.email);
  await realm.server.db.write(async (tx) => {
    const { id, url } = { id: realm.realmId, url: `http://${realm.host}` };
    await changeEmail(tx, { realm: { id, url }, userId: hamlet.id, email: `h@${realm.host}` });
  });
  const visitor = new Visitor(realm);
  await callBack(visitor, hamlet.email);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});

test("the proxy cannot log users in to bots or deactivated accounts", async () => {
  const realm = await newStage();
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  for (const { email } of [realm.bot, realm.hamlet]) {
    const visitor = new Visitor(realm);
    assert.equal((await callBack(visitor, email)).status, 403);
    assert.equal(await signedInAs(visitor), null);
  }
});

test("a new user joins if a configured rule allows it, with the name from the proxy and without a password", async () => {
  const realm = await newStage();
  const email = `horatio@${realm.host}`;
  const visitor = new Visitor(realm);
  const headers = named(email, {
    "x-remote-name": Buffer.from("Horatió").toString("latin1"),
    "x-remote-groups": "scholars, visitors",
  });
  const form = (await visitor.open(SSO, headers)).headers.location ?? "";
  const page = await visitor.open(form);
  assert.match(page.html, /value="Horatió"/);
  assert.doesNotMatch(page.html, /type="password"/);
  assert.equal((await visitor.send(form, { full_name: "Horatio" })).status, 303);
  assert.equal(await signedInAs(visitor), "Horatio");
  const { user } = await realm.iago.get(`/users/${email}`);
  assert.equal((user as { role: number }).role, roles.guest);

  const uninvited = await callBack(new Visitor(realm), "stranger@example.org");
  assert.match(uninvited.text, /you need an invitation to join/);
});

test("after logging out, the user stays logged out and gets a link to log out at the proxy", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm, named(realm.hamlet.email));
  await visitor.open(SSO);
  await visitor.open("/welcome");
  const left = await visitor.send("/logout");
  assert.equal(left.headers.location, "/login?signed_out=RemoteUser");
  const page = await visitor.open(left.headers.location);
  assert.equal(page.status, 200);
  assert.equal(await signedInAs(visitor), null);
  const there = /href="(\/accounts\/logout\/[^"]+)"/.exec(page.html)?.[1] ?? assert.fail(page.html);
  const { status, headers } = await visitor.open(there);
  assert.deepEqual([status, headers.location], [302, "https://gate.example.com/logout"]);
});

test("after a password login, logging out leads to the login page", async () => {
  const realm = await newStage();
  await setTestPassword(realm, realm.hamlet);
  const visitor = new Visitor(realm);
  await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  await visitor.open("/welcome");
  assert.equal((await visitor.send("/logout")).headers.location, "/login");
});

test("after a login through the proxy, a mobile app gets the API key, and the browser stays logged out", async () => {
  const realm = await newStage();
  const otp = randomBytes(32).toString("hex");
  const visitor = new Visitor(realm);
  const started = await visitor.open(`/accounts/login/start/sso/?mobile_flow_otp=${otp}`);
  const shown = await visitor.open(started.headers.location ?? "", named(realm.hamlet.email));
  assert.equal(shown.status, 302);
  const address = new URL(shown.headers.location ?? "");
  const padded = Buffer.from(address.searchParams.get("otp_encrypted_api_key") ?? "", "hex");
  const pad = Buffer.from(otp, "hex");
  assert.equal(padded.map((byte, index) => byte ^ (pad[index] ?? 0)).toString(), realm.hamlet.apiKey);
  assert.equal(await signedInAs(visitor), null);
  for (const path of [SSO, "/accounts/login/start/sso/"]) {
    const wrong = await new Visitor(realm).open(`${path}?mobile_flow_otp=abc`, named(realm.hamlet.email));
    assert.deepEqual([wrong.status, /Invalid OTP/.test(wrong.text)], [400, true]);
  }
});

test("when an owner disables the method, users who logged in through the proxy are logged out", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  await callBack(visitor, realm.hamlet.email);
  await realm.desdemona.callOrThrow("PATCH", "/realm", { authentication_methods: { RemoteUser: false } });
  assert.equal(await signedInAs(visitor), null);
  assert.equal((await callBack(visitor, realm.hamlet.email)).status, 404);
});
