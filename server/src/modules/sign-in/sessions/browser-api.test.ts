import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  fetchPath,
  createTestOrganization,
  type SessionUser,
  signInWithSession,
  startServerBeside,
  startServer,
  untilPollsWaiting,
} from "@parlance/testkit";
import { EventStream } from "#realtime/fixtures/event-stream-client.ts";
import { endSession } from "./actions/end-sessions.ts";
import { setTestPassword, PASSWORD } from "../../../pages/fixtures/passwords.ts";

/** Creates an organization, and a browser session for Hamlet. */
async function atTheBrowser() {
  const realm = await createTestOrganization();
  return { ...realm, browser: await signInWithSession(realm.server, realm.hamlet) };
}

const without = (browser: SessionUser, header: string): Record<string, string> =>
  Object.fromEntries(Object.entries(browser.credentials).filter(([name]) => name !== header));

/** Sends a request with these headers. Returns 200, or the error. */
async function answered(browser: SessionUser, verb: string, path: string, headers: Record<string, string>) {
  const [method = "", named] = verb.split(" for ");
  const parameters = named === undefined ? {} : { method: named };
  const { status, code, msg } = await call(browser.site, { method, path, parameters, headers });
  return status === 200 ? 200 : [status, code, msg];
}

const fromElsewhere = [403, "CSRF_FAILED", "CSRF error: The request comes from another site."];
const withoutHeader = [403, "CSRF_FAILED", "CSRF error: The header X-Parlance-Page is missing."];
const notLoggedIn = [401, "UNAUTHORIZED", "Not logged in: API authentication or user session required"];

test("a browser session can read, write and receive events as its user", async () => {
  const { browser, othello } = await atTheBrowser();
  assert.equal((await browser.get("/users/me"))["user_id"], browser.id);
  const client = await othello.registerQueue({ event_types: ["message"] });
  await browser.sendDirectMessage(othello, { content: "From a browser" });
  const [event] = await client.poll();
  assert.equal(event?.message?.sender_id, browser.id);

  const own = await browser.registerQueue({ event_types: ["message"] });
  await othello.sendDirectMessage(browser, { content: "one" });
  assert.deepEqual(
    (await own.poll()).map(({ type }) => type),
    ["message"],
  );
  using stream = await EventStream.of(browser, own);
  await othello.sendDirectMessage(browser, { content: "two" });
  assert.equal((await stream.next())?.type, "message");
});

test("both base paths of the API accept API keys and browser sessions", async () => {
  const { browser, hamlet } = await atTheBrowser();
  for (const person of [browser, hamlet]) {
    const { bytes, status } = await fetchPath(person.site, "/json/users/me?client_gravatar=false", person.credentials);
    assert.equal(status, 200);
    const { user_id } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    assert.equal(user_id, person.id);
  }
  const unknown = await fetchPath(browser.site, "/json/nothing", browser.credentials);
  assert.equal(unknown.status, 404);
});

test("a request with an API key is authenticated with the key, even if it also has a session cookie", async () => {
  const { browser, othello } = await atTheBrowser();
  const both = { ...browser.credentials, ...othello.credentials };
  const { body } = await call(browser.site, { method: "GET", path: "/users/me", headers: both });
  assert.equal(body["user_id"], othello.id);
  const wrong = { ...browser.credentials, authorization: `Basic ${btoa(`${browser.email}:${"x".repeat(32)}`)}` };
  assert.deepEqual(await answered(browser, "GET", "/users/me", wrong), [401, "UNAUTHORIZED", "Invalid API key"]);
});

test("requests that other sites cause in the user's browser are rejected", async () => {
  const { browser } = await atTheBrowser();
  for (const [method, path] of [
    ["GET", "/users/me"],
    ["POST", "/users/me/status"],
    ["DELETE", "/users/me/alert_words"],
    ["GET", "/events"],
    ["GET", "/events/stream"],
  ] as const) {
    for (const site of ["cross-site", "same-site"]) {
      const headers = { ...browser.credentials, "sec-fetch-site": site };
      assert.deepEqual(await answered(browser, method, path, headers), fromElsewhere, `${method} ${path}, ${site}`);
    }
    const old = { ...without(browser, "sec-fetch-site"), origin: "https://evil.example" };
    assert.deepEqual(await answered(browser, method, path, old), fromElsewhere, `${method} ${path}, by its origin`);
  }
});

test("without the header that the server's own pages send, a browser session can only read", async () => {
  const { browser } = await atTheBrowser();
  const headers = without(browser, "x-parlance-page");
  assert.equal(await answered(browser, "GET", "/users/me", headers), 200);
  for (const [method, path] of [
    ["POST", "/users/me/status"],
    // A `method` field does not turn a POST request into a GET request here.
    ["POST for GET", "/users/me"],
    ["GET", "/events"],
    ["GET", "/events/stream"],
  ] as const) {
    assert.deepEqual(await answered(browser, method, path, headers), withoutHeader, `${method} ${path}`);
  }
});

test("following a link or typing a URL can only read", async () => {
  const { browser, othello } = await atTheBrowser();
  const link = { ...without(browser, "x-parlance-page"), "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  const typed = { ...without(browser, "x-parlance-page"), "sec-fetch-site": "none" };
  for (const headers of [link, typed]) {
    assert.equal(await answered(browser, "GET", "/users/me", headers), 200);
    assert.notEqual(await answered(browser, "POST", "/users/me/status", headers), 200);
    assert.notEqual(await answered(browser, "GET", "/events/stream", headers), 200);
    assert.equal((await fetchPath(browser.site, `/avatar/${othello.email}`, headers)).status, 302);
  }
});

test("polls and event streams end in all processes together with the session that registered the queue", async () => {
  const server = await startServer();
  const { hamlet } = await createTestOrganization(server);
  const beside = await startServerBeside(server);
  const [browser, phone] = [await signInWithSession(server, hamlet), await signInWithSession(server, hamlet)];
  const [polling, streaming, other] = [
    await browser.registerQueue(),
    await browser.registerQueue(),
    await phone.registerQueue(),
  ];
  using stream = await EventStream.of(browser.at(beside), streaming);
  await stream.nextBlock();
  const queue = { queue_id: polling.queueId, last_event_id: polling.lastEventId };
  const poll = browser.get("/events", queue);
  const still = phone.get("/events", { queue_id: other.queueId, last_event_id: other.lastEventId });
  await untilPollsWaiting(server, 2);
  await untilPollsWaiting(beside, 1);

  await server.db.write((tx) => endSession(tx, browser.sessionToken));
  assert.deepEqual((await poll).events, []);
  assert.equal(await stream.next(), undefined);
  assert.deepEqual(
    await answered(browser, "GET", `/events?queue_id=${polling.queueId}`, browser.credentials),
    notLoggedIn,
  );
  await hamlet.patch("/settings", { enter_sends: true });
  assert.equal((await still).result, "success");
});

test("an event queue can be read only with the session that registered it", async () => {
  const { browser, hamlet, server } = await atTheBrowser();
  const [ofKey, ofBrowser] = [await hamlet.registerQueue(), await browser.registerQueue()];
  const other = await signInWithSession(server, hamlet);
  for (const [person, client] of [
    [browser, ofKey],
    [hamlet, ofBrowser],
    [other, ofBrowser],
  ] as const) {
    const { code } = await person.get("/events", { queue_id: client.queueId, last_event_id: client.lastEventId });
    assert.equal(code, "BAD_EVENT_QUEUE_ID");
  }
});

test("a browser session gets the API key only with the password", async () => {
  const { browser, hamlet, server, othello } = await atTheBrowser();
  const fetchKey = async (person: SessionUser, password: string) => {
    const parameters = { password };
    const { headers } = { headers: person.credentials };
    return call(person.site, { method: "POST", path: "/json/fetch_api_key", parameters, headers });
  };
  await setTestPassword({ server }, hamlet);
  const again = await signInWithSession(server, hamlet);
  const wrong = await fetchKey(again, "to be");
  assert.deepEqual([wrong.status, wrong.code, wrong.msg], [400, "BAD_REQUEST", "Password is incorrect."]);
  const right = await fetchKey(again, PASSWORD);
  assert.deepEqual([right.body["api_key"], right.body["email"]], [hamlet.apiKey, hamlet.email]);
  // Changing the password has ended the first browser's session.
  assert.equal((await fetchKey(browser, PASSWORD)).status, 401);
  const withoutPassword = await fetchKey(await signInWithSession(server, othello), "");
  assert.equal(withoutPassword.msg, "Password is incorrect.");

  const atItsAddress = await fetchPath(again.site, "/json/fetch_api_key", again.credentials);
  assert.equal(atItsAddress.status, 405);
});
