import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clock,
  days,
  minutes,
  createTestOrganization,
  type ParametersOf,
  TestUser,
  startServerBeside,
  startServer,
  untilPollsWaiting,
} from "@parlance/testkit";
import { EventStream } from "#realtime/fixtures/event-stream-client.ts";

type KeyParameters = Partial<ParametersOf<"POST /users/me/api_keys">>;

/** Creates a scoped key of a user. Returns a client that uses it. */
async function program(
  person: TestUser,
  parameters: KeyParameters = {},
): Promise<TestUser & { readonly keyId: number }> {
  const { id, api_key: apiKey } = await person.callOrThrow("POST", "/users/me/api_keys", {
    name: "A program",
    ...parameters,
  });
  return Object.assign(new TestUser(person.site, { ...person, apiKey }), { keyId: id });
}

const refusal = async (person: TestUser, method: string, path: string, parameters = {}) => {
  const { status, code, msg } = await person.call(method, path, parameters);
  return [status, code, msg];
};
const beyond = (reason: string) => [403, "KEY_OUT_OF_SCOPE", `This API key cannot be used for this: ${reason}`];
const readOnly = beyond("the key is read-only");
const wholeKey = beyond("it requires the account's own API key");

test("a scoped key without limits can read and send as its user, has a recognizable prefix, and works only for its user and organization", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const bot = await program(hamlet);
  assert.match(bot.apiKey, /^parl[0-9A-Za-z]{28}$/);
  assert.equal((await bot.callOrThrow("GET", "/users/me")).user_id, hamlet.id);
  await bot.sendDirectMessage(othello, { content: "From a program" });
  const otherOwner = new TestUser(bot.site, { ...othello, apiKey: bot.apiKey });
  assert.deepEqual(await refusal(otherOwner, "GET", "/users/me"), [401, "UNAUTHORIZED", "Invalid API key"]);
  const elsewhere = await createTestOrganization();
  const abroad = new TestUser(elsewhere.hamlet.site, { ...hamlet, apiKey: bot.apiKey });
  assert.equal((await abroad.get("/users/me")).status, 401);
});

test("a key is shown only once: neither the stored data nor events nor the list of keys contain it", async () => {
  const realm = await createTestOrganization();
  const { apiKey } = await program(realm.hamlet);
  const { db } = realm.server;
  const stored = await db.reader.selectFrom("scoped_key").selectAll().execute();
  const events = await db.reader.selectFrom("event").select("payload").execute();
  const listed = await realm.hamlet.callOrThrow("GET", "/users/me/api_keys");
  assert.ok(!JSON.stringify([stored, events, listed.body]).includes(apiKey));
});

test("users can list their scoped keys with their scopes and times of last use", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const began = Math.floor(clock.now().getTime() / 1000);
  const expires_at = began + 86_400;
  await program(hamlet, { name: "Old" });
  const used = await program(hamlet, { name: "Reader", read_only: true, expires_at, channel_ids: [7] });
  await program(othello);
  const list = async () => (await hamlet.callOrThrow("GET", "/users/me/api_keys")).api_keys;
  const [reader, old, ...others] = await list();
  assert.deepEqual(others, []);
  const { created_at, ...rest } = reader ?? assert.fail();
  assert.ok(created_at >= began);
  const expected = { id: used.keyId, name: "Reader", read_only: true, operations: null, channel_ids: [7] };
  assert.deepEqual(rest, { ...expected, expires_at, last_used_at: null });
  assert.deepEqual([old?.name, old?.expires_at, old?.last_used_at], ["Old", null, null]);

  await used.get("/streams/7");
  let [now] = await list();
  while (now?.last_used_at === null) [now] = await list();
  assert.ok(Number(now?.last_used_at) >= began);
});

test("a revoked key is rejected immediately by all processes, and its waiting polls and event streams end", async () => {
  const server = await startServer();
  const { hamlet, othello } = await createTestOrganization(server);
  const beside = await startServerBeside(server);
  const bot = await program(hamlet);
  const [polling, streaming] = [
    await bot.registerQueue({ event_types: ["message"] }),
    await bot.registerQueue({ event_types: ["message"] }),
  ];
  using stream = await EventStream.of(bot.at(beside), streaming);
  await stream.nextBlock();
  const poll = polling.poll({ block: true });
  await untilPollsWaiting(server, 1);
  await untilPollsWaiting(beside, 1);
  assert.equal((await othello.delete(`/users/me/api_keys/${bot.keyId}`)).msg, "Invalid API key ID");
  await hamlet.callOrThrow("DELETE", `/users/me/api_keys/${bot.keyId}`);
  assert.deepEqual(await poll, []);
  assert.equal(await stream.next(), undefined);
  for (const at of [bot, bot.at(beside)]) {
    assert.deepEqual(await refusal(at, "GET", "/users/me"), [401, "UNAUTHORIZED", "Invalid API key"]);
  }
});

test("a key expires at the chosen time", async () => {
  const { hamlet } = await createTestOrganization();
  const now = Math.floor(clock.now().getTime() / 1000);
  const past = await hamlet.post("/users/me/api_keys", { name: "Late", expires_at: now - 1 });
  assert.equal(past.msg, "The expiry time must be in the future.");
  const nowhere = await hamlet.post("/users/me/api_keys", { name: "Far", channel_ids: [2 ** 31] });
  assert.equal(nowhere.msg, "channel_ids[0] is too large");
  const bot = await program(hamlet, { expires_at: now + days(1) / 1000 });
  clock.shiftWallClock(days(1) - minutes(1));
  assert.equal((await bot.get("/users/me")).status, 200);
  clock.shiftWallClock(minutes(1) + 1000);
  assert.deepEqual(await refusal(bot, "GET", "/users/me"), [401, "UNAUTHORIZED", "This API key has expired"]);
});

test("the scoped keys of a deactivated user are rejected", async () => {
  const { iago, hamlet } = await createTestOrganization();
  const bot = await program(hamlet);
  await iago.callOrThrow("DELETE", `/users/${hamlet.id}`);
  assert.deepEqual(await refusal(bot, "GET", "/users/me"), [401, "UNAUTHORIZED", "Account is deactivated"]);
});

test("a read-only key can read and receive events, but changes nothing", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const reader = await program(hamlet, { read_only: true });
  const client = await reader.registerQueue({ event_types: ["message"] });
  await othello.sendDirectMessage(hamlet, { content: "News" });
  assert.equal((await client.poll())[0]?.message?.content, "<p>News</p>");
  for (const [method, path] of [
    ["POST", "/messages"],
    // Typing notifications and presence are read endpoints, but they affect other users.
    ["POST", "/typing"],
    ["POST", "/users/me/presence"],
    ["POST", "/user_uploads"],
  ] as const) {
    assert.deepEqual(await refusal(reader, method, path), readOnly, `${method} ${path}`);
  }
  assert.deepEqual(await refusal(reader, "POST", "/drafts", { method: "GET" }), [200, undefined, ""]);
});

test("a key can be limited only to existing operations", async () => {
  const { hamlet } = await createTestOrganization();
  const callAs = async (operation: string) =>
    (await hamlet.call("POST", "/users/me/api_keys", { name: "Program", operations: ["GET /users", operation] })).msg;
  for (const operation of ["POST /message", "GET /users/7", "GET /users/{id}", "PATCH /messages"]) {
    assert.equal(await callAs(operation), `Unknown operation ${operation}.`);
  }
  assert.equal(await callAs("DELETE /users/me/api_keys/{key_id}"), "");
  assert.equal(await callAs("POST /tus/"), "Unknown operation POST /tus/.");
});

test("a key limited to some operations can call only these operations", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const sender = await program(hamlet, { operations: ["POST /messages", "GET /users/{user_id}"] });
  await sender.sendDirectMessage(othello);
  await sender.callOrThrow("GET", `/users/${othello.id}`);
  const other = beyond("the key is limited to other operations");
  assert.deepEqual(await refusal(sender, "GET", "/users"), other);
  assert.deepEqual(await refusal(sender, "GET", "/messages"), other);
  assert.equal((await sender.fetch(`/avatar/${othello.id}`)).status, 403);
});

test("a scoped key cannot be used to get another credential that would remain valid after the key is revoked", async () => {
  const { desdemona } = await createTestOrganization();
  const bot = await program(desdemona);
  for (const [method, path] of [
    ["POST", "/users/me/api_keys"],
    ["DELETE", `/users/me/api_keys/${bot.keyId}`],
    ["POST", "/users/me/api_key/regenerate"],
    ["POST", "/json/fetch_api_key"],
    ["PATCH", "/settings"],
    ["GET", "/bots"],
    ["POST", "/bots"],
    ["GET", "/invites"],
    ["POST", "/invites/multiuse"],
    ["PATCH", `/users/${desdemona.id}`],
  ] as const) {
    assert.deepEqual(await refusal(bot, method, path), wholeKey, `${method} ${path}`);
  }
  // Events about bots contain the bots' keys.
  const error = beyond("event_types must be given, without realm_bot");
  for (const parameters of [
    {},
    { event_types: ["message", "realm_bot"] },
    { event_types: ["message"], fetch_event_types: ["realm_bot"] },
    { fetch_event_types: ["message"] },
  ]) {
    assert.deepEqual(await refusal(bot, "POST", "/register", parameters), error, JSON.stringify(parameters));
  }
});

test("a key limited to some channels can send to and read from these channels, and do nothing else", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const [here, there] = [await hamlet.createChannel("here"), await hamlet.createChannel("there")];
  const inside = await hamlet.sendToChannel(here, { topic: "news" });
  await hamlet.sendToChannel(there, { topic: "news" });
  const bot = await program(hamlet, { channel_ids: [here] });
  const sent = await bot.sendToChannel(here, { topic: "news", content: "From a program" });
  const page = { anchor: "newest", num_before: 100, num_after: 0 } as const;
  const reads = (narrow: readonly object[], more = {}) =>
    refusal(bot, "GET", "/messages", { ...page, narrow, ...more });
  const own = { operator: "channel", operand: here };
  const { messages } = await bot.callOrThrow("GET", "/messages", {
    ...page,
    narrow: [own, { operator: "topic", operand: "news" }],
  });
  assert.deepEqual(
    messages.map(({ id }) => id).filter((id) => id >= inside),
    [inside, sent],
  );
  assert.equal((await bot.get(`/streams/${here}`)).status, 200);

  const outside = beyond("the key is limited to channels, which must be named by id");
  const message = { topic: "news", content: "Words" };
  for (const [method, path, parameters] of [
    ["GET", `/streams/${there}`, {}],
    ["GET", `/streams/${there}/members`, {}],
    ["GET", `/users/me/${there}/topics`, {}],
    ["POST", "/messages", { type: "channel", to: there, ...message }],
    ["POST", "/messages", { type: "channel", to: "there", ...message }],
    ["POST", "/messages", { type: "direct", to: [othello.id], content: "Words" }],
    // The id of a channel is used as a user id here.
    ["POST", "/messages", { type: "direct", to: [here], content: "Words" }],
  ] as const) {
    assert.deepEqual(await refusal(bot, method, path, parameters), outside, `${method} ${path}`);
  }
  for (const narrow of [
    [],
    [{ operator: "channel", operand: there }],
    [{ operator: "channel", operand: "here" }],
    [{ ...own, negated: true }],
    // `with` leads to the current conversation of the message.
    [own, { operator: "with", operand: inside }],
    [["channel", String(here)]],
  ]) {
    assert.deepEqual(await reads(narrow), outside, JSON.stringify(narrow));
  }
  assert.deepEqual(await reads([own], { message_ids: [inside], anchor: undefined }), outside);

  const unbound = beyond("the key is limited to channels, and this operation does not name one");
  for (const [method, path] of [
    ["GET", `/messages/${inside}`],
    ["PATCH", `/messages/${sent}`],
    ["POST", "/register"],
    ["GET", "/streams"],
    ["GET", "/users"],
    ["POST", "/typing"],
  ] as const) {
    assert.deepEqual(await refusal(bot, method, path), unbound, `${method} ${path}`);
  }
});

test("the number of scoped keys per account is limited, even if several are created at the same time", async () => {
  const { hamlet } = await createTestOrganization();
  for (let n = 0; n < 98; n += 1) await program(hamlet);
  const answers = await Promise.all([1, 2, 3, 4].map(() => hamlet.post("/users/me/api_keys", { name: "One more" })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal((await hamlet.callOrThrow("GET", "/users/me/api_keys")).api_keys.length, 100);
});
