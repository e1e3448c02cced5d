import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, startServer, type TestOrganization, writeRowsDirectly } from "@parlance/testkit";
import { setTestPassword, PASSWORD } from "../fixtures/passwords.ts";
import { Visitor } from "../fixtures/visitor.ts";

const server = await startServer({ trustedProxies: 1 });

const paths = [
  "/",
  "/login",
  "/register",
  "/register/sent",
  "/accounts/do_confirm/abcdefghijklmnopqrstuvwx",
  "/join/abcdefghijklmnopqrstuvwx/",
  "/accounts/password/reset",
  "/accounts/password/reset/sent",
  "/accounts/password/reset/abcdefghijklmnopqrstuvwx",
  "/accounts/confirm_new_email/abcdefghijklmnopqrstuvwx",
];

async function realmWithPassword(): Promise<TestOrganization> {
  const realm = await createTestOrganization(server);
  await setTestPassword(realm, realm.hamlet);
  return realm;
}

test("a form is rejected unless it was sent from our page in the same browser", async () => {
  const realm = await realmWithPassword();
  const other = await realmWithPassword();
  const login = { email: realm.hamlet.email, password: PASSWORD };
  const refused = async (visitor: Visitor, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const { status, text, headers: answered } = await visitor.send("/login", { ...login, ...fields }, headers);
    assert.equal(status, 403, text);
    assert.match(text, /This form has expired Nothing was changed\./);
    assert.equal(answered["set-cookie"], undefined);
  };

  await refused(new Visitor(realm), {});
  const visitor = new Visitor(realm);
  await visitor.open("/login");
  await refused(visitor, { form_token: "" });
  await visitor.open("/login");
  await refused(visitor, { form_token: "x".repeat(43) });

  // Tokens that must be rejected: one from another browser, and one from the same browser at another organization.
  const otherBrowser = new Visitor(realm);
  const theirs = /name="form_token" value="([^"]+)"/.exec((await otherBrowser.open("/login")).html)?.[1] ?? "";
  await visitor.open("/login");
  await refused(visitor, { form_token: theirs });
  const abroad = new Visitor(other);
  for (const [name, value] of visitor.cookies) abroad.cookies.set(name, value);
  const foreign = /name="form_token" value="([^"]+)"/.exec((await abroad.open("/login")).html)?.[1] ?? "";
  await refused(visitor, { form_token: foreign });

  await visitor.open("/login");
  await refused(visitor, {}, { origin: "https://evil.example" });
  await visitor.open("/login");
  await refused(visitor, {}, { "sec-fetch-site": "cross-site" });
  await visitor.open("/login");
  await refused(visitor, {}, { "sec-fetch-site": "same-site", origin: `http://${other.host}` });
});

test("our own forms are accepted, whether or not the browser sends headers with their origin", async () => {
  const realm = await realmWithPassword();
  const login = { email: realm.hamlet.email, password: PASSWORD };
  const own = `http://${realm.host}`;
  for (const headers of [{ origin: own }, { origin: own, "sec-fetch-site": "same-origin" }, { origin: "null" }]) {
    const visitor = new Visitor(realm);
    await visitor.open("/login");
    assert.equal((await visitor.send("/login", login, headers)).status, 303);
  }
});

test("forms in two tabs of one browser can both be submitted", async () => {
  const realm = await realmWithPassword();
  const visitor = new Visitor(realm);
  const first = await visitor.open("/login");
  await visitor.open("/accounts/password/reset");
  visitor.shown = first;
  assert.equal((await visitor.send("/login", { email: realm.hamlet.email, password: PASSWORD })).status, 303);
});

test("no page can be cached or framed or leaks its URL, and no page without passkeys runs scripts or loads foreign content", async () => {
  const realm = await createTestOrganization(server);
  for (const path of paths) {
    const { headers, html } = await new Visitor(realm).open(path);
    assert.equal(headers["cache-control"], "no-store", path);
    assert.equal(headers["referrer-policy"], "no-referrer", path);
    assert.equal(headers["x-content-type-options"], "nosniff", path);
    const policy = String(headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-/);
    assert.doesNotMatch(html, /<script|javascript:|<(img|link|iframe)\b| on\w+=| style="/, path);
    assert.match(html, /^<!doctype html>\n<html lang="en">/);
  }
});

test("a server without an organization shows how to create one", async () => {
  const { status, text } = await new Visitor({ server: await startServer(), host: "parlance.test" }).open("/");
  assert.equal(status, 404);
  assert.match(text, /parlance organization create/);
});

test("pages report an organization that does not exist or was deactivated", async () => {
  const realm = await createTestOrganization(server);
  const nowhere = { server, host: 'no"<b>.parlance.test' };
  for (const path of paths) {
    const { status, text, html } = await new Visitor(nowhere).open(path);
    assert.equal(status, 404, path);
    assert.match(text, /Organization not found/);
    assert.doesNotMatch(html, /<b>/);
  }
  await writeRowsDirectly(realm, (tx) =>
    tx.updateTable("realm").set({ deactivated_at: new Date() }).where("id", "=", realm.realmId).execute(),
  );
  for (const path of paths) {
    const { status, text } = await new Visitor(realm).open(path);
    assert.equal(status, 403, path);
    assert.match(text, /Shakespeare has been deactivated/);
    assert.equal((await new Visitor(realm).request("POST", path, "a=b")).status, 403);
  }
});

test("each page responds with and without a trailing slash, treats HEAD like GET, and lists its methods", async () => {
  const realm = await createTestOrganization(server);
  const visitor = new Visitor(realm);
  assert.equal((await visitor.open("/login/")).status, 200);
  const head = await visitor.request("HEAD", "/login");
  assert.deepEqual([head.status, head.html], [200, ""]);
  const wrong = await visitor.request("PUT", "/login");
  assert.deepEqual([wrong.status, wrong.headers.allow], [405, "GET, HEAD, POST"]);
  assert.equal((await visitor.request("POST", "/welcome", "")).headers.allow, "GET, HEAD");
});

test("a request body that is too large or not a form gets an error page instead of an internal error", async () => {
  const realm = await createTestOrganization(server);
  const visitor = new Visitor(realm);
  await visitor.open("/login");
  const large = await visitor.send("/login", { email: "x".repeat(70_000) });
  assert.equal(large.status, 413);
  assert.match(large.text, /That didn't work/);
  const json = await visitor.request("POST", "/login", "{}", { "content-type": "application/json" });
  assert.equal(json.status, 403);
});

test("if the server has no mail server, the page advises the visitor to ask the operator for the email, whether or not an account exists", async () => {
  const realm = await createTestOrganization(server);
  const texts = [realm.hamlet.email, `yorick@${realm.host}`].map(async (email) => {
    const visitor = new Visitor(realm);
    const { headers } = await visitor.fills("/accounts/password/reset", { email });
    return (await visitor.open(String(headers.location))).text;
  });
  const [known, unknown] = await Promise.all(texts);
  assert.match(known ?? "", /Ask for your email .*this server is not set up to send email/);
  assert.equal(unknown, known);
});
