import assert from "node:assert/strict";
import { createSecretKey, randomBytes } from "node:crypto";
import { test } from "node:test";
import { SignJWT } from "jose";
import { call, createTestOrganization, startServerWithMail, type TestOrganization } from "@parlance/testkit";
import { ProxyFileEntry } from "#modules/sign-in/providers/proxy-settings.ts";
import type { JwtSigner } from "#modules/sign-in/providers/jwt/jwt-settings.ts";
import { type TotpAuthenticator, enableTwoFactor } from "#modules/sign-in/two-factor/fixtures/totp-authenticator.ts";
import { postSamlResponse, SamlProvider } from "../providers/fixtures/saml-provider.ts";
import { ScriptedProvider } from "../providers/fixtures/scripted-provider.ts";
import { signIn, signedInAs, verifiedClaims } from "../providers/fixtures/provider-test-setup.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { FROM_OTHER_SITE, FROM_OUR_PAGE, findPathIn, type ShownPage, Visitor } from "../fixtures/visitor.ts";

const secret = Buffer.from("a secret of one organization, 32+ bytes");
const jwt: JwtSigner[] = [];
const [oidc, saml] = [await ScriptedProvider.open(), new SamlProvider()];
const proxyHeader = ProxyFileEntry.parse({
  display_name: "Castle Gate",
  header: "X-Remote-User",
  proxies: ["127.0.0.0/8", "::1"],
});
const { server, mailbox } = await startServerWithMail({
  trustedProxies: 1,
  identityProviders: { openIdConnect: [oidc.settings()], saml: [saml.settings()], jwt, proxyHeader },
});

async function newStage(more: Partial<JwtSigner> = {}): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  const organization = realm.host.slice(0, realm.host.indexOf("."));
  jwt.push({ organization, algorithm: "HS256", key: createSecretKey(secret), requiresExpiry: false, ...more });
  await setTestPassword(realm, realm.hamlet);
  return realm;
}

const tokenFor = ({ hamlet }: TestOrganization) =>
  new SignJWT({ email: hamlet.email }).setProtectedHeader({ alg: "HS256" }).sign(secret);

const hidden = ({ html }: ShownPage, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";

interface Way {
  readonly method: string;
  /** Logs in up to the point where the login is complete or the second factor is requested. */
  readonly startLogin: (visitor: Visitor, realm: TestOrganization) => Promise<ShownPage>;
}

const ways: Readonly<Record<string, Way>> = {
  "a password": {
    method: "Email",
    startLogin: (visitor, { hamlet }) => visitor.fills("/login", { email: hamlet.email, password: PASSWORD }),
  },
  "OpenID Connect": {
    method: "OpenID Connect",
    startLogin: (visitor, { hamlet }) => signIn(visitor, oidc, { claims: verifiedClaims(hamlet) }),
  },
  SAML: {
    method: "SAML",
    async startLogin(visitor, { hamlet }) {
      const { headers } = await visitor.open("/accounts/login/social/saml/acme");
      return postSamlResponse(visitor, await saml.approve(visitor, headers.location ?? "", { email: hamlet.email }));
    },
  },
  "a proxy": {
    method: "RemoteUser",
    startLogin: (visitor, { hamlet }) => visitor.open("/accounts/login/sso/", { "x-remote-user": hamlet.email }),
  },
  "a signed token": {
    method: "JWT",
    async startLogin(visitor, realm) {
      const body = new URLSearchParams({ token: await tokenFor(realm) }).toString();
      const sent = await visitor.request("POST", "/accounts/login/jwt/", body, FROM_OTHER_SITE);
      const page = await visitor.open(sent.headers.location ?? "", FROM_OTHER_SITE);
      assert.equal(page.title.startsWith("Continue as King Hamlet?"), true);
      return visitor.send("/accounts/login/jwt/", { arrival: hidden(page, "arrival") });
    },
  },
  "a password reset": {
    method: "Email",
    async startLogin(visitor, { hamlet }) {
      await visitor.fills("/accounts/password/reset", { email: hamlet.email });
      for (;;) {
        const email = await mailbox.next(hamlet.email);
        if (!email.text.includes("/accounts/password/reset/")) continue;
        const path = findPathIn(email, "/accounts/password/reset/");
        return visitor.fills(path, { password: "the rest is silence, says he" });
      }
    },
  },
};

async function signInsOf({ desdemona, hamlet }: TestOrganization) {
  const { entries } = await desdemona.callOrThrow("GET", "/audit_log", {
    act: "user.signed_in",
    target_type: "user",
    target_id: hamlet.id,
  });
  return entries.map(({ after }) => [after?.["method"], after?.["second_factor"], after?.["result"]]);
}

const sessionsOf = async ({ hamlet }: TestOrganization) =>
  (await hamlet.callOrThrow("GET", "/users/me/sessions")).sessions.length;

const submitCode = (visitor: Visitor, phone: TotpAuthenticator) =>
  visitor.send("/login/code", { ticket: hidden(visitor.shown ?? assert.fail(), "ticket"), code: phone.nextCode() });

for (const [name, { method, startLogin }] of Object.entries(ways)) {
  test(`a login with ${name} replaces the browser's session and is recorded in the audit log`, async () => {
    const realm = await newStage();
    const visitor = new Visitor(realm);
    await ways["a password"]?.startLogin(visitor, realm);
    const before = visitor.cookies.get("parlance_session");
    const shown = await startLogin(visitor, realm);
    assert.equal(shown.status, 303, shown.text);
    assert.equal(await signedInAs(visitor), "King Hamlet");
    assert.notEqual(visitor.cookies.get("parlance_session"), before);
    assert.equal(await sessionsOf(realm), 1, "the session before has ended");
    assert.deepEqual((await signInsOf(realm))[0], [method, null, "session"]);
  });

  test(`a login with ${name} requires the two-factor code`, async () => {
    const realm = await newStage();
    const { phone } = await enableTwoFactor(realm.hamlet, PASSWORD);
    const visitor = new Visitor(realm);
    const codePage = await startLogin(visitor, realm);
    assert.match(codePage.text, /six digits from your authenticator app/);
    assert.equal(await signedInAs(visitor), null);
    assert.deepEqual(await signInsOf(realm), []);
    assert.equal((await submitCode(visitor, phone)).status, 303);
    assert.equal(await signedInAs(visitor), "King Hamlet");
    assert.deepEqual(await signInsOf(realm), [[method, "code", "session"]]);
  });
}

test("an app gets no credential before the second factor is given, and its login is recorded in the audit log", async () => {
  for (const [app, result] of [
    ["mobile", "api_key"],
    ["desktop", "desktop_token"],
  ]) {
    const realm = await newStage();
    const { phone } = await enableTwoFactor(realm.hamlet, PASSWORD);
    const visitor = new Visitor(realm);
    await visitor.open(`/login?${app}_flow_otp=${randomBytes(32).toString("hex")}`);
    const codePage = await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD });
    assert.match(codePage.text, /six digits from your authenticator app/);
    await submitCode(visitor, phone);
    assert.deepEqual(await signInsOf(realm), [["Email", "code", result]]);
    assert.equal(await sessionsOf(realm), 0);
  }
});

test("with two-factor authentication, a password or token alone does not give access to the API key, unless the provider checks a second factor itself", async () => {
  const [realm, trusting] = [await newStage(), await newStage({ doesSecondFactor: true })];
  const request = async (of: TestOrganization, path: string, parameters: Readonly<Record<string, string>>) => {
    const { status, code } = await call({ port: server.port, host: of.host }, { method: "POST", path, parameters });
    return [status, code];
  };
  const byPassword = (of: TestOrganization) =>
    request(of, "/fetch_api_key", { username: of.hamlet.email, password: PASSWORD });
  const byToken = async (of: TestOrganization) => request(of, "/jwt/fetch_api_key", { token: await tokenFor(of) });
  assert.deepEqual(
    [await byPassword(realm), await byToken(realm)],
    [
      [200, undefined],
      [200, undefined],
    ],
  );
  assert.deepEqual(await signInsOf(realm), [
    ["JWT", null, "api_key"],
    ["Email", null, "api_key"],
  ]);
  await enableTwoFactor(realm.hamlet, PASSWORD);
  await enableTwoFactor(trusting.hamlet, PASSWORD);
  const refused = [401, "TWO_FACTOR_REQUIRED"];
  assert.deepEqual([await byPassword(realm), await byToken(realm)], [refused, refused]);
  assert.deepEqual(await byToken(trusting), [200, undefined]);
  assert.deepEqual(await signInsOf(trusting), [["JWT", "provider", "api_key"]]);
  assert.notEqual((await request(realm, "/dev_fetch_api_key", { username: realm.hamlet.email }))[0], 200);
});

test("a user who joins is logged in, and the login is recorded in the audit log", async () => {
  const realm = await newStage();
  const email = `fortinbras@${realm.host}`;
  await realm.desdemona.callOrThrow("POST", "/invites", { invitee_emails: email, stream_ids: [] });
  const visitor = new Visitor(realm);
  const path = findPathIn(await mailbox.next(email), "/accounts/do_confirm/");
  await visitor.fills(path, { full_name: "Prince Fortinbras", password: "a truant disposition" });
  assert.equal(await signedInAs(visitor), "Prince Fortinbras");
  const { entries } = await realm.desdemona.callOrThrow("GET", "/audit_log", { act: "user.signed_in" });
  assert.deepEqual(
    entries.map(({ after }) => after?.["method"]),
    ["Email"],
  );
});

test("a desktop app's token works only once, and needs a confirmation unless no user is logged in and one of our own pages led to the login", async () => {
  const realm = await newStage();
  const other = realm.othello;
  await setTestPassword(realm, other);
  const { createLoginStep } = await import("#modules/sign-in/core/actions/create-login-step.ts");
  const { clock } = await import("@parlance/testkit");
  const newToken = async () => {
    const token = randomBytes(32).toString("base64url");
    const data = { userId: other.id, method: "Email", secondFactor: null };
    const step = { kind: "desktop", realmId: realm.realmId, token, browser: null, seconds: 300 } as const;
    await server.db.write((tx) => createLoginStep(tx, { ...step, data, now: clock.now() }));
    return `/accounts/login/subdomain/${token}`;
  };
  const victim = new Visitor(realm);
  await ways["a password"]?.startLogin(victim, realm);
  const path = await newToken();
  const image = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" };
  const silent = { "sec-fetch-site": "", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  assert.equal((await victim.request("HEAD", path)).status, 405);
  assert.equal((await victim.request("GET", path, undefined, image)).status, 405);
  for (const headers of [FROM_OTHER_SITE, FROM_OUR_PAGE, silent, {}]) {
    const response = await victim.request("GET", path, undefined, headers);
    assert.equal(response.title.startsWith("Continue as Othello"), true, response.title);
    assert.match(response.text, /logged in as King Hamlet/);
    assert.equal(await signedInAs(victim), "King Hamlet");
  }
  assert.equal((await victim.request("POST", path, "", { origin: "https://evil.example" })).status, 403);
  await victim.open(path);
  assert.equal((await victim.send(path)).status, 303);
  assert.notEqual(await signedInAs(victim), "King Hamlet");
  assert.equal((await victim.open(path)).status, 404, "it is used");

  const app = new Visitor(realm);
  assert.equal((await app.open(await newToken(), FROM_OUR_PAGE)).status, 303, "an app's own page goes straight in");
});

test("a login cannot be started by another site without a click by the visitor, nor by a HEAD request", async () => {
  const realm = await newStage();
  const otp = randomBytes(32).toString("hex");
  const starts = [
    "/accounts/login/social/oidc/acme",
    "/accounts/register/social/oidc/acme",
    "/accounts/login/social/saml/acme",
    `/login?mobile_flow_otp=${otp}`,
    `/register?mobile_flow_otp=${otp}`,
    `/login?desktop_flow_otp=${otp}`,
    `/accounts/login/social/oidc/acme?mobile_flow_otp=${otp}`,
  ];
  const steps = async () =>
    (
      await server.db.reader
        .selectFrom("login_step")
        .select("expires_at")
        .where("realm_id", "=", realm.realmId)
        .execute()
    ).length;
  for (const path of starts) {
    for (const headers of [FROM_OTHER_SITE, {}]) {
      const visitor = new Visitor(realm);
      const head = await visitor.request("HEAD", path, undefined, headers);
      assert.deepEqual([head.headers.location, head.headers["set-cookie"]], [undefined, undefined]);
      const shown = await visitor.request("GET", path, undefined, headers);
      assert.equal(shown.status, 200, path);
      assert.equal(visitor.cookies.has("parlance_flow"), false);
      assert.equal(await steps(), 0);
      const link = /<a class="button" href="([^"]+)">Continue/.exec(shown.html)?.[1]?.replaceAll("&amp;", "&") ?? "";
      const stolen = await new Visitor(realm).request("GET", link, undefined, headers);
      assert.equal(stolen.status, 200, "the link is for the browser that had it");
      const went = await visitor.request("GET", link, undefined, {});
      assert.equal(went.status === 302 || visitor.cookies.has("parlance_flow"), true, `${path} ${went.status}`);
      await server.db.write((tx) => tx.deleteFrom("login_step").where("realm_id", "=", realm.realmId).execute());
    }
  }
});

test("a login by proxy header needs a confirmation if another site led to it", async () => {
  const realm = await newStage();
  const visitor = new Visitor(realm);
  const named = { "x-remote-user": realm.hamlet.email };
  for (const path of ["/accounts/login/sso/", "/accounts/login/sso"]) {
    assert.equal((await visitor.request("HEAD", path, undefined, named)).status, 405);
    const response = await visitor.open(path, { ...FROM_OTHER_SITE, ...named });
    assert.equal(response.status, 200);
    assert.equal(await signedInAs(visitor), null);
  }
  assert.equal((await visitor.send("/accounts/login/sso/?", {}, named)).status, 303);
  assert.equal(await signedInAs(visitor), "King Hamlet");
});
