import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  minutes,
  createTestOrganization,
  startServer,
  startServerWithMail,
  type TestOrganization,
  defaultRateLimits,
} from "@parlance/testkit";
import { storeRealm } from "#modules/organizations/core/actions/store-realm.ts";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { Visitor } from "../fixtures/visitor.ts";

const { server, mailbox } = await startServerWithMail({ trustedProxies: 1, rateLimits: defaultRateLimits });

async function realmWithPassword(): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  return realm;
}

async function signedIn(realm: TestOrganization): Promise<Visitor> {
  const visitor = new Visitor(realm);
  const answer = await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.equal(answer.status, 303, visitor.shown?.text);
  return visitor;
}

const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open("/welcome")).status === 200;

test("after a login with email address and password, the start and welcome pages show the user's name", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  const front = await visitor.open("/");
  assert.match(front.text, /Log in How to join/);
  assert.deepEqual(visitor.cookies.size, 0, "a page without a form needs no cookie");

  const { email } = realm.hamlet;
  const answer = await visitor.fills("/login", { email: ` ${email.toUpperCase()} `, password: PASSWORD });
  assert.deepEqual([answer.status, answer.headers.location], [303, "/"]);
  const welcome = await visitor.open("/welcome");
  assert.equal(welcome.status, 200);
  assert.match(welcome.text, /Welcome to Shakespeare You are logged in as King Hamlet\./);
  assert.ok(welcome.text.includes(`Organization http://${realm.host} Email address ${email}`));
  assert.ok(welcome.text.includes(`fetch_api_key --data-urlencode username=${email}`));
  const client = await visitor.open("/");
  assert.match(client.html, new RegExp(`data-person="${realm.hamlet.id}"`));
  assert.match(String(client.headers["content-security-policy"]), /script-src 'self';/);
  assert.equal((await visitor.open("/login")).headers.location, "/");
});

test("the session cookie is inaccessible to scripts and cross-site forms and lasts for the longest possible session; by default, a session ends after 14 days", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  const answer = await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  const [cookie = ""] = answer.headers["set-cookie"] ?? [];
  assert.match(cookie, /^parlance_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/);

  clock.shiftWallClock(days(14) - minutes(1));
  assert.equal(await isSignedIn(visitor), true);
  clock.shiftWallClock(minutes(2));
  assert.equal(await isSignedIn(visitor), false);
  assert.equal((await visitor.open("/welcome")).headers.location, "/login");
});

test("over HTTPS, cookies are marked as secure and are bound to the host", async () => {
  const encrypted = await startServer({ url: "https://parlance.test" });
  const realm = await createTestOrganization(encrypted);
  await setTestPassword(realm, realm.hamlet);
  const visitor = new Visitor(realm);
  const opened = await visitor.open("/login");
  const formCookie = opened.headers["set-cookie"]?.[0] ?? "";
  assert.match(formCookie, /^__Host-parlance_form=[\w-]{24}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const answer = await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD });
  const sessionCookie = answer.headers["set-cookie"]?.[0] ?? "";
  assert.match(sessionCookie, /^__Host-parlance_session=[\w-]{43}; .*; Secure$/);
  assert.equal(await isSignedIn(visitor), true);

  // Over HTTPS, a cookie with the name used over HTTP is ignored.
  visitor.cookies.set("parlance_session", visitor.cookies.get("__Host-parlance_session") ?? "");
  visitor.cookies.delete("__Host-parlance_session");
  assert.equal(await isSignedIn(visitor), false);
});

test("errors are shown at the top and at the field, and the email address but not the password is filled in again", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  const nothing = await visitor.fills("/login", {});
  assert.equal(nothing.status, 400);
  assert.match(nothing.title, /^Error: Log in to Shakespeare/);
  assert.match(nothing.html, /role="alert"[^>]*autofocus/);
  assert.match(nothing.html, /<a href="#email">Enter your email address\.<\/a>/);
  assert.match(nothing.html, /aria-invalid="true" aria-describedby="password-problem"/);

  const wrong = await visitor.send("/login", { email: 'o"phelia@example.com', password: "swimming in the brook" });
  assert.match(wrong.text, /Enter a valid email address\./);
  assert.match(wrong.html, /value="o&quot;phelia@example\.com"/);
  assert.doesNotMatch(wrong.html, /swimming/);
});

test("a wrong password, an unknown address, an address of another organization and a deactivated account get the same response", async () => {
  const [realm, other] = [await realmWithPassword(), await realmWithPassword()];
  await setTestPassword(realm, realm.othello);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.othello.id}`);
  const pages: string[] = [];
  for (const { email, password } of [
    { email: realm.hamlet.email, password: "not to be" },
    { email: "yorick@example.com", password: PASSWORD },
    { email: other.hamlet.email, password: PASSWORD },
    { email: realm.othello.email, password: PASSWORD },
    { email: realm.bot.email, password: PASSWORD },
  ]) {
    const visitor = new Visitor(realm);
    const { status, text, headers } = await visitor.fills("/login", { email, password });
    assert.equal(status, 401);
    assert.equal(headers["set-cookie"], undefined);
    pages.push(text);
  }
  assert.match(pages[0] ?? "", /Incorrect email address or password\./);
  assert.equal(new Set(pages).size, 1);
});

test("after five wrong passwords, further attempts for the account are rejected for some time, on the page as in the API", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  for (let tries = 0; tries < 5; tries += 1) {
    const { status } = await visitor.fills("/login", { email: realm.hamlet.email, password: "x" });
    assert.equal(status, 401);
  }
  const { status, text, headers } = await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.equal(status, 429);
  assert.match(text, /Try again in 30 minutes, or reset your password\./);
  assert.ok(Number(headers["retry-after"]) > 1790);
  const fromThere = { "x-forwarded-for": visitor.ip };
  assert.equal((await realm.hamlet.call("POST", "/fetch_api_key", login(realm), fromThere)).status, 429);
  clock.shiftWallClock(minutes(30));
  assert.equal((await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD })).status, 303);
});

const login = ({ hamlet }: TestOrganization) => ({ username: hamlet.email, password: PASSWORD });

test("if password login is disabled, a correct password is rejected", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  await visitor.open("/login");
  const settings = { authentication_methods: { Email: false } };
  await server.db.write((tx) => storeRealm(tx, realm.realmId, { settings }));
  const answer = await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD });
  assert.equal(answer.status, 403);
  assert.match(answer.text, /Password authentication is disabled in this organization\./);
  assert.doesNotMatch((await visitor.open("/login")).html, /type="password"/);
});

test("logging out ends the session permanently, and opening a link to the logout path does not log out", async () => {
  const realm = await realmWithPassword();
  const visitor = await signedIn(realm);
  const cookies = new Map(visitor.cookies);
  assert.equal((await visitor.open("/logout")).headers.location, "/");
  assert.equal(await isSignedIn(visitor), true);

  await visitor.open("/welcome");
  const answer = await visitor.send("/logout");
  assert.deepEqual([answer.status, answer.headers.location], [303, "/login"]);
  assert.match(answer.headers["set-cookie"]?.[0] ?? "", /^parlance_session=; .*Max-Age=0$/);
  assert.equal(await isSignedIn(visitor), false);
  for (const [name, value] of cookies) visitor.cookies.set(name, value);
  assert.equal(await isSignedIn(visitor), false);
});

test("a deactivated user is logged out immediately", async () => {
  const realm = await realmWithPassword();
  const visitor = await signedIn(realm);
  await realm.iago.callOrThrow("DELETE", `/users/${realm.hamlet.id}`);
  assert.equal(await isSignedIn(visitor), false);
});

test("the account's owner is notified of a login in a browser by email, as for a login by a program", async () => {
  const realm = await realmWithPassword();
  clock.shiftWallClock(minutes(2));
  const visitor = new Visitor(realm, {
    "user-agent": "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko Firefox/140.0",
  });
  await visitor.fills("/login", { email: realm.hamlet.email, password: PASSWORD });
  const { subject, text } = await mailbox.next(realm.hamlet.email);
  assert.equal(subject, "New login to Shakespeare from Firefox on Android");
  assert.ok(text.includes(visitor.ip), text);
});

test("a session of one organization is not valid in another, even if the browser sends the same cookie", async () => {
  const [realm, other] = [await realmWithPassword(), await createTestOrganization(server)];
  const visitor = await signedIn(realm);
  const abroad = new Visitor(other);
  for (const [name, value] of visitor.cookies) abroad.cookies.set(name, value);
  assert.equal(await isSignedIn(abroad), false);
});
