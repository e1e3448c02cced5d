import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom, createTestOrganization, startServer } from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { percentEncoded } from "@parlance/testkit/random/hostile-requests.ts";
import { hostileJson, hostileText } from "@parlance/testkit/random/hostile-values.ts";
import { describeRecentLog } from "@parlance/testkit/servers/server-log.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { Visitor } from "../fixtures/visitor.ts";

const { rounds, seed } = randomRuns({ rounds: 2, exploreRounds: 60, knownSeeds: [] })[0] ?? assert.fail();

const KEY = "abcdefghijklmnopqrstuvwx";

/** Requested paths, in which `*` is replaced by a hostile value. */
const PATHS = [
  "/",
  "/login",
  "/login/code",
  "/login/passkey",
  "/login/passkey/options",
  "/logout",
  "/register",
  "/register/sent",
  "/register/*",
  `/join/${KEY}/`,
  "/join/*/",
  `/accounts/do_confirm/${KEY}`,
  "/accounts/do_confirm/*",
  "/account/passkeys",
  "/account/two-factor",
  "/accounts/password/reset",
  "/accounts/password/reset/sent",
  `/accounts/password/reset/${KEY}`,
  "/accounts/password/reset/*",
  `/accounts/confirm_new_email/${KEY}`,
  "/unsubscribe/*",
  "/join/*/sent",
  "/welcome",
  "/demo/login",
  "/accounts/email_changed",
  "/accounts/login/social/oidc/*",
  "/accounts/login/social/saml/*",
  "/accounts/login/sso/",
  "/accounts/login/jwt/",
  "/accounts/login/subdomain/*",
  "/complete/oidc/*",
  "/complete/saml/",
  "/avatar/*",
  "/avatar/*/medium",
  "/user_avatars/*/*",
  "/user_avatars/*/emoji/images/*",
  "/user_avatars/*/realm/*",
  "/user_avatars/identicons/*",
  "/user_uploads/*/*/*/*",
  "/user_uploads/temporary/*/*",
  "/user_uploads/thumbnail/*/*/*/*/*",
  "/static/*",
  "/realm/logo",
] as const;

const MORE_FIELDS = ["next", "email", "username", "password", "full_name", "change", "passkey_id", "name", "code"];
const QUERIES = [
  "next",
  "mobile_flow_otp",
  "desktop_flow_otp",
  "email",
  "night",
  "token",
  "__proto__",
  "code",
  "state",
];

test("no request to a page or file causes a server error, whatever the request contains", async () => {
  const server = await startServer({ trustedProxies: 1 });
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  const signedIn = new Visitor(realm);
  await signedIn.fills("/login", { username: realm.hamlet.email, email: realm.hamlet.email, password: PASSWORD });
  const dice = new SeededRandom(seed);
  for (const path of PATHS) {
    for (const visitor of [new Visitor(realm), signedIn]) {
      for (let round = 0; round < rounds; round += 1) await visit(visitor, path, dice);
    }
  }
});

async function visit(visitor: Visitor, path: string, dice: SeededRandom): Promise<void> {
  const filled = path.replaceAll("*", () => percentEncoded(hostileText(dice).slice(0, 300), dice) || "%20");
  const query = dice.pick(["", `?${dice.pick(QUERIES)}=${percentEncoded(hostileText(dice).slice(0, 3000), dice)}`]);
  await checked(`GET ${filled}${query}`, () => visitor.open(filled + query));
  if (path.startsWith("/user_") || path.startsWith("/avatar") || path.startsWith("/static")) return;
  // Open the login page to get a form token.
  await visitor.open("/login");
  const names = [...(visitor.shown?.html.matchAll(/ name="(\w+)"/g) ?? [])].map(([, name = ""]) => name);
  const name = dice.pick([...MORE_FIELDS, ...names.filter((one) => one !== "form_token")]);
  const value = dice.boolean() ? hostileText(dice) : hostileJson(dice);
  const fields = { email: "someone@example.com", full_name: "Someone", [name]: value.toWellFormed() };
  await checked(`POST ${filled} ${JSON.stringify(fields).slice(0, 2000)}`, () => visitor.send(filled, fields));
}

async function checked(what: string, act: () => Promise<{ readonly status: number }>): Promise<void> {
  const { status } = await act();
  assert.ok(status < 500, `${what}\nwas answered ${status}${describeRecentLog()}`);
}
