import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  Client,
  createTestOrganization,
  type TestUser,
  UserWithUserAgent,
  signInWithSession,
  startServerBeside,
  startServer,
  type TestOrganization,
  watchEvents,
} from "@parlance/testkit";
import { createWireAliases, noAliases, stockAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { EventStream } from "./fixtures/event-stream-client.ts";

const { prefix } = stockAliases;
const OURS = "service_extra_emoji";
const ALIAS = `${prefix}_extra_emoji`;
const EXTRA = { emoji_name: "parlance", emoji_code: "parlance" };
/**
 * User agents of stock clients (clients made for another server with the same protocol): an app, and a program based on
 * the Python library.
 */
const APP = `${prefix}Flutter/30.0.261+261 (Android 14)`;
const PYTHON = "MyBot/0.9.1 (Ubuntu; 22.04)";
const RELEASE = { [`${prefix}_version`]: "11.0", [`${prefix}_merge_base`]: "11.0", [`${prefix}_feature_level`]: 420 };

/** Returns the values of all properties with this name, anywhere in a body. */
function valuesOf(body: unknown, name: string): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(body, (key, value: unknown) => {
    if (key === name) found.push(value);
    return value;
  });
  return found;
}

const reactionTypes = (body: unknown) => valuesOf(body, "reaction_type");

/** Returns Othello with a stock client and with another client. Hamlet makes the changes that they receive. */
const sideBySide = ({ othello }: TestOrganization, userAgent = APP) =>
  [new UserWithUserAgent(othello, userAgent), othello] as const;

const reacts = (person: TestUser, message: number, more = {}) =>
  person.callOrThrow("POST", `/messages/${message}/reactions`, { ...EXTRA, ...more });

const setStatus = (person: TestUser, more = {}) =>
  person.callOrThrow("POST", "/users/me/status", { ...EXTRA, ...more });

test("every client finds the server's release under our field names and under those of stock clients", async () => {
  const { hamlet } = await createTestOrganization();
  const { service_version: own, ...settings } = (await hamlet.get("/server_settings")).body;
  assert.partialDeepStrictEqual(settings, RELEASE);
  assert.notEqual(own, "11.0");
  assert.partialDeepStrictEqual((await hamlet.registerQueue()).state, RELEASE);
});

test("responses of every kind have the stock name for built-in emoji if a stock client requests them, and our name otherwise", async () => {
  for (const userAgent of [APP, PYTHON]) {
    const realm = await createTestOrganization();
    const { hamlet, othello } = realm;
    const message = await hamlet.sendDirectMessage(othello, { content: `"reaction_type":"${OURS}"` });
    await reacts(hamlet, message);
    await setStatus(hamlet);
    const [stock, other] = sideBySide(realm, userAgent);
    for (const [person, name] of [[stock, ALIAS] as const, [other, OURS] as const]) {
      const page = await person.callOrThrow("GET", "/messages", {
        anchor: "newest",
        num_before: 5,
        apply_markdown: false,
      });
      assert.deepEqual(reactionTypes(page.body), [name]);
      assert.equal(page.messages.at(-1)?.content, `"reaction_type":"${OURS}"`);
      assert.deepEqual(reactionTypes((await person.callOrThrow("GET", `/messages/${message}`)).body), [name]);
      assert.deepEqual(reactionTypes((await person.callOrThrow("GET", `/users/${hamlet.id}/status`)).body), [name]);
      assert.deepEqual(reactionTypes((await person.registerQueue()).state), [name]);
    }
  }
});

test("a large response also has the names that stock clients use", async () => {
  const realm = await createTestOrganization();
  const [stock, other] = sideBySide(realm);
  const count = 30;
  for (let n = 0; n < count; n += 1) {
    const message = await realm.hamlet.sendDirectMessage(realm.othello, { content: "ö".repeat(5000) });
    await reacts(realm.hamlet, message);
  }
  const all = { anchor: "newest", num_before: count, apply_markdown: false };
  const [translated, own] = [
    await stock.callOrThrow("GET", "/messages", all),
    await other.callOrThrow("GET", "/messages", all),
  ];
  assert.ok(Buffer.byteLength(JSON.stringify(own.body)) > 3 * 65_536);
  assert.deepEqual(reactionTypes(translated.body), Array(count).fill(ALIAS));
  assert.deepEqual(JSON.parse(JSON.stringify(translated.body).replaceAll(ALIAS, OURS)), own.body);
});

test("events have the names that the registering client uses: in polls, in streams, and even if another program polls the queue", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello } = realm;
  const message = await hamlet.sendDirectMessage(othello);
  const [stock, other] = sideBySide(realm);
  const clients = [
    [await stock.registerQueue(), ALIAS],
    [await other.registerQueue(), OURS],
  ] as const;
  const polls = clients.map(([client]) => client.poll({ block: true }));
  await reacts(hamlet, message);
  assert.deepEqual(reactionTypes(await polls[0]), [ALIAS]);
  assert.deepEqual(reactionTypes(await polls[1]), [OURS]);
  await setStatus(hamlet);
  for (const [client, name] of clients) {
    for (const headers of [{}, { "accept-encoding": "gzip" }]) {
      using stream = await EventStream.of(client.user, client, headers);
      assert.deepEqual(reactionTypes(await stream.next()), [name]);
    }
    // The same applies to requests without a user agent.
    const unnamed = new Client(othello, client.state);
    unnamed.lastEventId = client.lastEventId;
    using stream = await EventStream.of(othello, unnamed);
    assert.deepEqual(reactionTypes(await stream.next()), [name]);
    assert.deepEqual(reactionTypes(await unnamed.poll()), [name]);
  }
});

test("a second process, even if it was started later, uses the names that the queue's client expects", async () => {
  const first = await startServer();
  const second = await startServerBeside(first);
  const realm = await createTestOrganization(first);
  const { hamlet, othello } = realm;
  const message = await hamlet.sendDirectMessage(othello);
  const [stock, other] = sideBySide(realm);
  const clients = [
    [await stock.registerQueue(), ALIAS],
    [await other.registerQueue(), OURS],
  ] as const;
  await reacts(hamlet, message);
  const reread = async (port: number) => {
    for (const [client, name] of clients) {
      const elsewhere = new Client(othello.at({ port }), client.state);
      assert.deepEqual(reactionTypes(await elsewhere.poll()), [name]);
      const again = new Client(othello.at({ port }), client.state);
      using stream = await EventStream.of(again.user, again);
      assert.deepEqual(reactionTypes(await stream.next()), [name]);
    }
  };
  await reread(second.port);
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await reread((await startServerBeside(first)).port);
});

test("every operation with a reaction type as a parameter accepts both names from every client", async () => {
  const realm = await createTestOrganization();
  const { hamlet, othello, polonius } = realm;
  const [stock, other] = sideBySide(realm);
  for (const person of [stock, other]) {
    for (const reaction_type of [ALIAS, OURS]) {
      const [events] = await watchEvents([polonius], async () => {
        const message = await hamlet.sendDirectMessage([othello, polonius]);
        await reacts(person, message, { reaction_type });
        await person.callOrThrow("DELETE", `/messages/${message}/reactions`, { ...EXTRA, reaction_type });
        await setStatus(person, { reaction_type });
        await person.callOrThrow("POST", "/users/me/status", { emoji_name: "" });
      });
      assert.deepEqual(reactionTypes(events), [OURS, OURS, OURS, "unicode_emoji"]);
    }
  }
  const refused = await other.post(`/messages/${await hamlet.sendDirectMessage(othello)}/reactions`, {
    ...EXTRA,
    reaction_type: "brand_extra_emoji",
  });
  assert.equal(refused.msg, "Invalid emoji type.");
});

test("our own pages get our names, even in an app whose user agent is that of a stock client", async () => {
  const { server, hamlet, othello } = await createTestOrganization();
  const { site, credentials } = await signInWithSession(server, othello);
  const headers = { ...credentials, "user-agent": `${prefix}Electron/5.11.0 Mozilla/5.0 (X11; Linux x86_64)` };
  const request = async (method: string, path: string, parameters = {}) =>
    (await call(site, { method, path, parameters, headers })).body;
  await setStatus(hamlet);
  const state = await request("POST", "/register");
  await setStatus(hamlet, { status_text: "at sea" });
  await reacts(hamlet, await hamlet.sendDirectMessage(othello));
  const from = { queue_id: String(state["queue_id"]), last_event_id: Number(state["last_event_id"]) };
  const polled = await request("GET", "/events", { ...from, dont_block: true });
  assert.deepEqual([reactionTypes(state), reactionTypes(polled)], [[OURS], [OURS]]);
});

test("with an empty `wireAliases` setting, no client gets stock names", async () => {
  const server = await startServer({ wireAliases: noAliases });
  const realm = await createTestOrganization(server);
  const [stock] = sideBySide(realm);
  await setStatus(realm.hamlet);
  const { state } = await stock.registerQueue();
  const { body } = await stock.get("/server_settings");
  assert.deepEqual(reactionTypes(state), [OURS]);
  for (const name of Object.keys(RELEASE)) assert.deepEqual([name in state, name in body], [false, false]);
  const refused = await stock.post("/users/me/status", { ...EXTRA, reaction_type: ALIAS });
  assert.equal(refused.msg, "Invalid emoji type.");
});

test("with another prefix in the setting, clients whose user agent has that prefix are the stock clients", async () => {
  const realm = await createTestOrganization(await startServer({ wireAliases: createWireAliases("acme") }));
  await setStatus(realm.hamlet);
  const named = async (userAgent: string) => {
    const { state } = await new UserWithUserAgent(realm.othello, userAgent).registerQueue();
    return [...reactionTypes(state), ...valuesOf(state, "acme_version"), ...valuesOf(state, `${prefix}_version`)];
  };
  assert.deepEqual(await named("AcmeMobile/1.0"), ["acme_extra_emoji", "11.0"]);
  assert.deepEqual(await named("Other/1.0"), [OURS, "11.0"]);
});
