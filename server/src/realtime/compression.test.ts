import assert from "node:assert/strict";
import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { test } from "node:test";
import { constants, gunzipSync } from "node:zlib";
import {
  addBulkMembers,
  type Client,
  createTestOrganization,
  type ReceivedEvent,
  type TestUser,
  until,
} from "@parlance/testkit";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request with an `Accept-Encoding` header. Returns the response as received, and its decompressed text. */
async function receive(
  { site, credentials }: TestUser,
  route: string,
  headers: Readonly<Record<string, string>> = { "accept-encoding": "gzip" },
): Promise<Received> {
  const [method = "", path = ""] = route.split(" ");
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const outgoing = request({
    host: "127.0.0.1",
    port: site.port,
    agent: false,
    method,
    path: `/api/v1${path}`,
    headers: { host: site.host, ...credentials, ...headers },
  });
  outgoing.on("error", reject).on("response", (response) => {
    const chunks: Buffer[] = [];
    response.on("error", reject).on("data", (chunk: Buffer) => chunks.push(chunk));
    response.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const text = (response.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
      resolve({ headers: response.headers, bytes, text });
    });
  });
  outgoing.end();
  return promise;
}

interface Registered {
  readonly realm_users: { readonly user_id: number; readonly full_name: string }[];
  readonly realm_non_active_users: { readonly user_id: number }[];
}

interface RegisteredChannels {
  readonly streams: { readonly name: string }[];
  readonly subscriptions: { readonly name: string }[];
  readonly never_subscribed: { readonly name: string }[];
}

const isCompressed = ({ headers }: Received) => headers["content-encoding"] === "gzip";

test("compressed responses contain the same JSON", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const channelId = await hamlet.createChannel("design", [hamlet, othello]);
  for (const content of ["one", "**two**", "Ü".repeat(2000)]) await hamlet.sendToChannel(channelId, { content });
  const routes = [
    "GET /messages?anchor=newest&num_before=100&num_after=0&narrow=[]",
    "GET /messages?anchor=newest&num_before=100&num_after=0&narrow=[]&apply_markdown=false",
    "GET /users",
    "GET /streams",
    "GET /users/me/subscriptions?include_subscribers=true",
    "GET /user_groups",
    "GET /realm/emoji",
    "GET /server_settings",
  ];
  for (const route of routes) {
    const plain = await receive(hamlet, route, {});
    const compressed = await receive(hamlet, route);
    assert.deepEqual(
      [route, isCompressed(plain), isCompressed(compressed)],
      [route, false, plain.bytes.length >= 1024],
    );
    assert.equal(compressed.text, plain.text);
  }
});

test("a registration is the same compressed, for every kind of client, and the keys of bots in it are not compressed", async () => {
  const { hamlet, bot } = await createTestOrganization();
  const state = (text: string) => {
    const {
      queue_id: _,
      last_event_id: __,
      server_timestamp: ___,
      ...rest
    } = JSON.parse(text) as Record<string, unknown>;
    return rest;
  };
  for (const agent of ["testkit/1", "MyBot/0.9.1 (Ubuntu; 22.04)"]) {
    const headers = { "user-agent": agent };
    const plain = await receive(hamlet, "POST /register", headers);
    const compressed = await receive(hamlet, "POST /register", { ...headers, "accept-encoding": "gzip" });
    assert.ok(isCompressed(compressed) && compressed.bytes.length < plain.bytes.length / 2);
    assert.deepEqual(state(compressed.text), state(plain.text));
    assert.ok(compressed.bytes.includes(bot.apiKey));
  }
});

test("the users of a large organization are current in compressed registrations, whichever of them have changed", async () => {
  const { hamlet, iago, realmId, server } = await createTestOrganization();
  await addBulkMembers(server.db, { realmId, channelId: await hamlet.createChannel("all"), size: 300 });
  const register = async (user: TestUser) => {
    const route = `POST /register?fetch_event_types=${encodeURIComponent('["realm_user"]')}`;
    const compressed = await receive(user, route);
    assert.ok(isCompressed(compressed));
    const users = ({ text }: Received) => {
      const { realm_users: active, realm_non_active_users: deactivated } = JSON.parse(text) as Registered;
      return { active, deactivated };
    };
    assert.deepEqual(users(compressed), users(await receive(user, route, {})));
    return users(compressed);
  };
  const { active } = await register(hamlet);
  assert.equal(active.length, 308);
  const [renamed, deactivated] = [active[150], active[290]];
  assert.ok(renamed && deactivated);
  await iago.callOrThrow("PATCH", `/users/${renamed.user_id}`, { full_name: "Yorick" });
  await iago.callOrThrow("DELETE", `/users/${deactivated.user_id}`);
  for (const user of [hamlet, iago]) {
    const now = await register(user);
    assert.equal(now.active[150]?.full_name, "Yorick");
    assert.deepEqual(
      now.deactivated.map(({ user_id }) => user_id),
      [deactivated.user_id],
    );
    assert.equal(now.active.length, 307);
  }
  await iago.callOrThrow("POST", `/users/${deactivated.user_id}/reactivate`);
  assert.deepEqual((await register(hamlet)).active[290], deactivated);
});

test("users who see different channels of a large organization each receive exactly theirs, and changes of them", async () => {
  const { hamlet, othello, cordelia, iago, polonius } = await createTestOrganization();
  const name = (number: number) => `c${String(number).padStart(3, "0")}`;
  const subscriptions = Array.from({ length: 150 }, (_, number) => ({ name: name(number), description: "Scenes" }));
  await hamlet.callOrThrow("POST", "/users/me/subscriptions", { subscriptions });
  await othello.createChannel("c007 wings", [othello], { invite_only: true });
  await hamlet.createChannel("c100 trapdoor", [hamlet, polonius], { invite_only: true });
  const register = async (user: TestUser) => {
    const { text } = await receive(
      user,
      "POST /register?fetch_event_types=" + JSON.stringify(["stream", "subscription"]),
    );
    const { streams, subscriptions: own, never_subscribed: other } = JSON.parse(text) as RegisteredChannels;
    const names = (list: RegisteredChannels["streams"]) => list.map((channel) => channel.name);
    assert.deepEqual([...names(own), ...names(other)].sort(), names(streams));
    return names(streams);
  };
  const shared = subscriptions.map((channel) => channel.name);
  const expected = () =>
    [
      [hamlet, [...shared, "c100 trapdoor"].sort()],
      [othello, [...shared, "c007 wings"].sort()],
      [cordelia, shared],
      // Administrators also see private channels.
      [iago, [...shared, "c007 wings", "c100 trapdoor"].sort()],
      [polonius, ["c100 trapdoor"]],
    ] as const;
  for (const [user, names] of expected()) assert.deepEqual(await register(user), names);
  const { stream_id } = await iago.callOrThrow("GET", "/get_stream_id", { stream: "c100" });
  await iago.callOrThrow("PATCH", `/streams/${stream_id}`, { new_name: "c100 renamed" });
  shared[100] = "c100 renamed";
  for (const [user, names] of expected()) assert.deepEqual(await register(user), names);
});

test("responses that consist of secrets are not compressed", async () => {
  const { hamlet } = await createTestOrganization();
  for (let number = 0; number < 3; number += 1) {
    await hamlet.callOrThrow("POST", "/bots", { full_name: `Helper ${number}`, short_name: `helper-${number}` });
  }
  const listed = await receive(hamlet, "GET /bots");
  assert.ok(listed.bytes.length > 1024 && !isCompressed(listed));
  assert.ok(isCompressed(await receive(hamlet, "GET /users")));
});

test("the keys of bots in polls are not compressed, and the other events are", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await hamlet.registerQueue();
  const content = "to be or not to be ".repeat(500);
  await othello.sendDirectMessage(hamlet, { content });
  const { api_key: key } = await hamlet.callOrThrow("POST", "/bots", { full_name: "Key", short_name: "key" });
  await othello.sendDirectMessage(hamlet, { content });
  const route = `GET /events?queue_id=${client.queueId}&last_event_id=${client.lastEventId}&dont_block=true`;
  const plain = await receive(hamlet, route, {});
  const compressed = await receive(hamlet, route);
  assert.ok(isCompressed(compressed));
  assert.equal(compressed.text, plain.text);
  assert.ok(compressed.bytes.includes(key));
  assert.ok(compressed.bytes.length < plain.bytes.length / 3);
});

test("the keys of bots in streams of events are not compressed, and events after them are complete", async (t) => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await hamlet.registerQueue({ event_types: ["message", "realm_bot"] });
  const chunks: Buffer[] = [];
  const { promise: opened, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const path = `/api/v1/events/stream?queue_id=${client.queueId}&last_event_id=${client.lastEventId}`;
  const headers = { host: hamlet.site.host, ...hamlet.credentials, "accept-encoding": "gzip" };
  const outgoing = request({ host: "127.0.0.1", port: hamlet.site.port, agent: false, path, headers });
  outgoing.on("response", resolve).on("error", reject).end();
  const response = await opened;
  t.after(() => response.destroy());
  response.on("error", () => undefined).on("data", (chunk: Buffer) => chunks.push(chunk));
  const received = () => {
    const text = gunzipSync(Buffer.concat(chunks), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
    return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = ""]) => JSON.parse(json) as ReceivedEvent);
  };
  const content = "to be or not to be ".repeat(50).trim();
  await othello.sendDirectMessage(hamlet, { content });
  await until(() => received().length === 1);
  const { api_key: key } = await hamlet.callOrThrow("POST", "/bots", { full_name: "Key", short_name: "key" });
  await until(() => received().length === 2);
  await othello.sendDirectMessage(hamlet, { content });
  await until(() => received().length === 3);
  assert.equal(received()[1]?.["bot"]?.["api_key"], key);
  for (const index of [0, 2]) assert.equal(received()[index]?.message?.content, `<p>${content}</p>`);
  assert.ok(Buffer.concat(chunks).includes(key) && !Buffer.concat(chunks).includes(content));
});

test("small polls are not compressed, and larger ones once for all clients that receive the same events", async () => {
  const { hamlet, othello, iago } = await createTestOrganization();
  const channelId = await hamlet.createChannel("design", [hamlet, othello, iago]);
  const clients = [hamlet, othello].map(async (user) => user.registerQueue({ event_types: ["message"] }));
  const [first, second] = (await Promise.all(clients)) as [Client, Client];
  const poll = ({ user, queueId, lastEventId }: Client, headers?: Readonly<Record<string, string>>) =>
    receive(user, `GET /events?queue_id=${queueId}&last_event_id=${lastEventId}&dont_block=true`, headers);
  await iago.sendToChannel(channelId, { content: "short ".repeat(500) });
  for (const client of [first, second]) assert.ok(!isCompressed(await poll(client)));
  for (const word of ["to be or not to be ", "the rest is silence "]) {
    await iago.sendToChannel(channelId, { content: word.repeat(480) });
  }
  const compressed = await poll(first);
  assert.ok(isCompressed(compressed));
  assert.equal(compressed.text, (await poll(first, {})).text);
  // Everything except the beginning and the end, where the queue's id is.
  const events = compressed.bytes.subarray(100, -100);
  assert.ok(events.length > 200);
  assert.ok((await poll(second)).bytes.includes(events));
});
