import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { UserWithUserAgent, type TestOrganization } from "@parlance/testkit";
import { createWireAliases, noAliases, stockAliases, type WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { FROM_OTHER_SITE, type ShownPage, Visitor } from "../fixtures/visitor.ts";
import {
  storeRealmSettings,
  signIn,
  startServerWithProviders,
  verifiedClaims,
} from "./fixtures/provider-test-setup.ts";

const { prefix } = stockAliases;
const STOCK_APP = { "user-agent": `${prefix}Mobile/27.233 (iOS 17.4)` };
const usual = await startServerWithProviders();
const newOtp = (): string => randomBytes(32).toString("hex");

/** Returns the URL scheme to which the browser is redirected. */
const schemeOf = (shown: ShownPage): string => {
  assert.equal(shown.status, 302, shown.text);
  return new URL(shown.headers.location ?? "").protocol.slice(0, -1);
};

/**
 * Logs in to an app with a password. Returns the URL scheme of the redirect, after asserting that the page's content
 * security policy allows it.
 */
async function byPassword(realm: TestOrganization, headers: Record<string, string> = {}, more = ""): Promise<string> {
  const visitor = new Visitor(realm, headers);
  const page = await visitor.open(`/login?mobile_flow_otp=${newOtp()}${more}`);
  const [, allowed] = /form-action 'self' ([a-z-]+):/.exec(String(page.headers["content-security-policy"])) ?? [];
  const scheme = schemeOf(await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD }));
  assert.equal(allowed, scheme);
  return scheme;
}

/** Returns the provider as a client gets it from `GET /server_settings`. */
async function providerFor({ hamlet }: TestOrganization, userAgent: string) {
  const { external_authentication_methods: methods } = await new UserWithUserAgent(hamlet, userAgent).callOrThrow(
    "GET",
    "/server_settings",
  );
  const [first] = methods;
  assert.ok(first);
  return first;
}

const states: [name: string, aliases: WireAliases, schemes: { stock: string; other: string }][] = [
  ["not set", stockAliases, { stock: prefix, other: "service" }],
  ["set to a prefix", createWireAliases("acme_chat"), { stock: "acme-chat", other: "acme-chat" }],
  ["set to nothing", noAliases, { stock: "service", other: "service" }],
];
for (const [name, wireAliases, { stock, other }] of states) {
  test(`if the setting is ${name}, a login redirects to the URL scheme ${stock}: for stock clients and ${other}: for other apps`, async () => {
    const { provider, realm: newStage } =
      wireAliases === stockAliases ? usual : await startServerWithProviders({}, { wireAliases });
    const realm = await newStage();
    await setTestPassword(realm, realm.hamlet);
    assert.equal(await byPassword(realm, STOCK_APP), stock);
    assert.equal(await byPassword(realm), other);
    // Apps replace the query of the URL that they got from the server, and open the URL in a browser with another user
    // agent.
    for (const [userAgent, scheme] of [[STOCK_APP["user-agent"], stock] as const, ["Other/1.0", other] as const]) {
      const { login_url: path } = await providerFor(realm, userAgent);
      const visitor = new Visitor(realm);
      const query = `?mobile_flow_otp=${newOtp()}`;
      const first = await visitor.open(`${path}${query}`);
      const start = first.status === 303 ? String(first.headers.location) : `${path}${query}`;
      const shown = await signIn(visitor, provider, { claims: verifiedClaims(realm.hamlet), path: start });
      assert.equal(schemeOf(shown), scheme);
    }
  });
}

test("a stock app is still recognized after the login page or a confirmation page led to the provider", async () => {
  const { provider } = usual;
  const realm = await usual.realm();
  const query = `mobile_flow_otp=${newOtp()}`;
  const { html } = await new Visitor(realm, STOCK_APP).open(`/login?${query}`);
  const [, link = ""] = /href="([^"]*\/social\/oidc\/acme[^"]*)"/.exec(html) ?? [];
  const linked = await signIn(new Visitor(realm), provider, {
    claims: verifiedClaims(realm.hamlet),
    path: link.replaceAll("&amp;", "&"),
  });
  assert.equal(schemeOf(linked), prefix);

  const { login_url: path } = await providerFor(realm, STOCK_APP["user-agent"]);
  const visitor = new Visitor(realm);
  const { headers } = await visitor.open(`${path}?${query}`, FROM_OTHER_SITE);
  const question = await visitor.open(String(headers.location), FROM_OTHER_SITE);
  const [, answer = ""] = /class="button" href="([^"]*)"/.exec(question.html) ?? [];
  const finished = await signIn(visitor, provider, {
    claims: verifiedClaims(realm.hamlet),
    path: answer.replaceAll("&amp;", "&"),
  });
  assert.equal(schemeOf(finished), prefix);
});

test("a user who joins with a stock app is redirected back to the app", async () => {
  const { provider } = usual;
  const realm = await usual.realm();
  await storeRealmSettings(realm, { invite_required: false });
  const { signup_url: path } = await providerFor(realm, STOCK_APP["user-agent"]);
  const visitor = new Visitor(realm);
  const { headers } = await visitor.open(`${path}?mobile_flow_otp=${newOtp()}`);
  const claims = verifiedClaims({ email: `newcomer@${realm.host}` });
  const joining = (await signIn(visitor, provider, { claims, path: headers.location ?? "" })).headers.location ?? "";
  await visitor.open(joining);
  assert.equal(schemeOf(await visitor.send(joining, { full_name: "Newcomer" })), prefix);
});

test("the start paths for stock apps redirect only to login paths of this server", async () => {
  const realm = await usual.realm();
  const start = async (name: string) =>
    (await new Visitor(realm).open(`/accounts/stock-app/login/social/oidc/${name}`)).headers.location;
  assert.equal(await start("nosuch"), "/accounts/login/social/oidc/nosuch?stock_app=1");
  assert.equal(await start("%2F%2Fevil.example"), "/accounts/login/social/oidc/%2F%2Fevil.example?stock_app=1");
  assert.equal((await new Visitor(realm).open("/accounts/stock-app//evil.example")).status, 404);
});
