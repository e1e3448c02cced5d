import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  Client,
  newRealm,
  type Person,
  ProgramUser,
  signsIn,
  startBeside,
  startServer,
  type TestRealm,
  watching,
} from "@parlance/testkit";
import { aliasesUnder, noAliases, stockAliases } from "#kernel/http/wire-aliases.ts";
import { EventStream } from "./fixtures/event-stream-client.ts";

const { prefix } = stockAliases;
const OURS = "service_extra_emoji";
const ALIAS = `${prefix}_extra_emoji`;
const EXTRA = { emoji_name: "parlance", emoji_code: "parlance" };
/** User agents of stock clients: an app, and a program written with the Python library. */
const APP = `${prefix}Flutter/30.0.261+261 (Android 14)`;
const PYTHON = "MyBot/0.9.1 (Ubuntu; 22.04)";
const RELEASE = { [`${prefix}_version`]: "11.0", [`${prefix}_merge_base`]: "11.0", [`${prefix}_feature_level`]: 420 };

/** The values of all members of that name, wherever they are in a body. */
function valuesOf(body: unknown, name: string): unknown[] {
  const found: unknown[] = [];
  JSON.stringify(body, (key, value: unknown) => {
    if (key === name) found.push(value);
    return value;
  });
  return found;
}

const reactionTypes = (body: unknown) => valuesOf(body, "reaction_type");

/** Othello with a stock client and with another one; what happens is Hamlet's. */
const sideBySide = ({ othello }: TestRealm, userAgent = APP) => [new ProgramUser(othello, userAgent), othello] as const;

const reacts = (person: Person, message: number, more = {}) =>
  person.does("POST", `/messages/${message}/reactions`, { ...EXTRA, ...more });

const says = (person: Person, more = {}) => person.does("POST", "/users/me/status", { ...EXTRA, ...more });

test("every client finds the release under the names of stock clients too", async () => {
  const { hamlet } = await newRealm();
  const { service_version: own, ...settings } = (await hamlet.get("/server_settings")).body;
  assert.partialDeepStrictEqual(settings, RELEASE);
  assert.notEqual(own, "11.0");
  assert.partialDeepStrictEqual((await hamlet.registers()).state, RELEASE);
});

test("a stock client gets its name for built-in emoji in responses of each kind, and other clients ours", async () => {
  for (const userAgent of [APP, PYTHON]) {
    const realm = await newRealm();
    const { hamlet, othello } = realm;
    const message = await hamlet.writesTo(othello, { content: `"reaction_type":"${OURS}"` });
    await reacts(hamlet, message);
    await says(hamlet);
    const [stock, other] = sideBySide(realm, userAgent);
    for (const [person, name] of [[stock, ALIAS] as const, [other, OURS] as const]) {
      const page = await person.does("GET", "/messages", { anchor: "newest", num_before: 5, apply_markdown: false });
      assert.deepEqual(reactionTypes(page.body), [name]);
      assert.equal(page.messages.at(-1)?.content, `"reaction_type":"${OURS}"`);
      assert.deepEqual(reactionTypes((await person.does("GET", `/messages/${message}`)).body), [name]);
      assert.deepEqual(reactionTypes((await person.does("GET", `/users/${hamlet.id}/status`)).body), [name]);
      assert.deepEqual(reactionTypes((await person.registers()).state), [name]);
    }
  }
});

test("a large response has the names of stock clients as well", async () => {
  const realm = await newRealm();
  const [stock, other] = sideBySide(realm);
  const count = 30;
  for (let n = 0; n < count; n += 1) {
    const message = await realm.hamlet.writesTo(realm.othello, { content: "ö".repeat(5000) });
    await reacts(realm.hamlet, message);
  }
  const all = { anchor: "newest", num_before: count, apply_markdown: false };
  const [translated, own] = [await stock.does("GET", "/messages", all), await other.does("GET", "/messages", all)];
  assert.ok(Buffer.byteLength(JSON.stringify(own.body)) > 3 * 65_536);
  assert.deepEqual(reactionTypes(translated.body), Array(count).fill(ALIAS));
  assert.deepEqual(JSON.parse(JSON.stringify(translated.body).replaceAll(ALIAS, OURS)), own.body);
});

test("events have the names that the client registered with: in polls, in streams, and when another program polls", async () => {
  const realm = await newRealm();
  const { hamlet, othello } = realm;
  const message = await hamlet.writesTo(othello);
  const [stock, other] = sideBySide(realm);
  const clients = [
    [await stock.registers(), ALIAS],
    [await other.registers(), OURS],
  ] as const;
  const polls = clients.map(([client]) => client.polls({ block: true }));
  await reacts(hamlet, message);
  assert.deepEqual(reactionTypes(await polls[0]), [ALIAS]);
  assert.deepEqual(reactionTypes(await polls[1]), [OURS]);
  await says(hamlet);
  for (const [client, name] of clients) {
    for (const headers of [{}, { "accept-encoding": "gzip" }]) {
      using stream = await EventStream.of(client.person, client, headers);
      assert.deepEqual(reactionTypes(await stream.next()), [name]);
    }
    // Also for requests without a user agent.
    const unnamed = new Client(othello, client.state);
    unnamed.lastEventId = client.lastEventId;
    using stream = await EventStream.of(othello, unnamed);
    assert.deepEqual(reactionTypes(await stream.next()), [name]);
    assert.deepEqual(reactionTypes(await unnamed.polls()), [name]);
  }
});

test("another process, and one that is started later, uses the names that a queue's client reads", async () => {
  const first = await startServer();
  const second = await startBeside(first);
  const realm = await newRealm(first);
  const { hamlet, othello } = realm;
  const message = await hamlet.writesTo(othello);
  const [stock, other] = sideBySide(realm);
  const clients = [
    [await stock.registers(), ALIAS],
    [await other.registers(), OURS],
  ] as const;
  await reacts(hamlet, message);
  const reread = async (port: number) => {
    for (const [client, name] of clients) {
      const elsewhere = new Client(othello.at({ port }), client.state);
      assert.deepEqual(reactionTypes(await elsewhere.polls()), [name]);
      const again = new Client(othello.at({ port }), client.state);
      using stream = await EventStream.of(again.person, again);
      assert.deepEqual(reactionTypes(await stream.next()), [name]);
    }
  };
  await reread(second.port);
  await first[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await reread((await startBeside(first)).port);
});

test("both names are accepted from every client, in each operation that takes one", async () => {
  const realm = await newRealm();
  const { hamlet, othello, polonius } = realm;
  const [stock, other] = sideBySide(realm);
  for (const person of [stock, other]) {
    for (const reaction_type of [ALIAS, OURS]) {
      const [events] = await watching([polonius], async () => {
        const message = await hamlet.writesTo([othello, polonius]);
        await reacts(person, message, { reaction_type });
        await person.does("DELETE", `/messages/${message}/reactions`, { ...EXTRA, reaction_type });
        await says(person, { reaction_type });
        await person.does("POST", "/users/me/status", { emoji_name: "" });
      });
      assert.deepEqual(reactionTypes(events), [OURS, OURS, OURS, "unicode_emoji"]);
    }
  }
  const refused = await other.post(`/messages/${await hamlet.writesTo(othello)}/reactions`, {
    ...EXTRA,
    reaction_type: "brand_extra_emoji",
  });
  assert.equal(refused.msg, "Invalid emoji type.");
});

test("our own pages get our names in whatever app they are shown", async () => {
  const { server, hamlet, othello } = await newRealm();
  const { site, credentials } = await signsIn(server, othello);
  const headers = { ...credentials, "user-agent": `${prefix}Electron/5.11.0 Mozilla/5.0 (X11; Linux x86_64)` };
  const asks = async (method: string, path: string, parameters = {}) =>
    (await call(site, { method, path, parameters, headers })).body;
  await says(hamlet);
  const state = await asks("POST", "/register");
  await says(hamlet, { status_text: "at sea" });
  await reacts(hamlet, await hamlet.writesTo(othello));
  const from = { queue_id: String(state["queue_id"]), last_event_id: Number(state["last_event_id"]) };
  const polled = await asks("GET", "/events", { ...from, dont_block: true });
  assert.deepEqual([reactionTypes(state), reactionTypes(polled)], [[OURS], [OURS]]);
});

test("set to nothing, there are no such names, whatever a client calls itself", async () => {
  const server = await startServer({ wireAliases: noAliases });
  const realm = await newRealm(server);
  const [stock] = sideBySide(realm);
  await says(realm.hamlet);
  const { state } = await stock.registers();
  const { body } = await stock.get("/server_settings");
  assert.deepEqual(reactionTypes(state), [OURS]);
  for (const name of Object.keys(RELEASE)) assert.deepEqual([name in state, name in body], [false, false]);
  const refused = await stock.post("/users/me/status", { ...EXTRA, reaction_type: ALIAS });
  assert.equal(refused.msg, "Invalid emoji type.");
});

test("under another prefix the clients of that name are the stock clients", async () => {
  const realm = await newRealm(await startServer({ wireAliases: aliasesUnder("acme") }));
  await says(realm.hamlet);
  const named = async (userAgent: string) => {
    const { state } = await new ProgramUser(realm.othello, userAgent).registers();
    return [...reactionTypes(state), ...valuesOf(state, "acme_version"), ...valuesOf(state, `${prefix}_version`)];
  };
  assert.deepEqual(await named("AcmeMobile/1.0"), ["acme_extra_emoji", "11.0"]);
  assert.deepEqual(await named("Other/1.0"), [OURS, "11.0"]);
});
