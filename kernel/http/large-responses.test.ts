import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { until } from "@parlance/testkit/until.ts";
import type { AppOptions } from "./build-app.ts";
import { endpoint } from "./endpoint.ts";
import { requestWithoutReading } from "./fixtures/non-reading-client.ts";
import { basicAuth, apiKeyOf, startApp } from "./fixtures/test-app.ts";
import { successChunks } from "./json-response.ts";
import type { FinishedExchange } from "./services.ts";

const shape = { access: "user", response: z.object({ list: z.array(z.string()) }), errors: [] } as const;
const LONG = "ü".repeat(1000);
const items = (count: number) => Array.from({ length: count }, (_, n) => `${n} ${LONG}`);

/** Declares an operation that returns a list with the given number of items, each of two thousand bytes. */
const known = (count: number) =>
  endpoint.read({ ...shape, route: "GET /known", summary: "A list", handler: async () => ({ list: items(count) }) });
const small = endpoint.read({ ...shape, route: "GET /small", summary: "Little", handler: async () => ({ list: [] }) });

const impatient = (bytes: number, timeoutMs: number): Partial<AppOptions> => ({
  outbox: { bytes, timeoutMs },
});

/** Starts an application that records its responses. */
async function startRecorded(
  t: TestContext,
  ...[endpoints, options]: Parameters<typeof startApp> extends [unknown, ...infer R] ? R : never
) {
  const exchanges: FinishedExchange[] = [];
  const app = await startApp(t, endpoints, { ...options, onExchange: (exchange) => exchanges.push(exchange) });
  return { ...app, exchanges };
}

const statuses = (logged: readonly Record<string, unknown>[]) =>
  logged.filter(({ msg }) => msg === "request").map(({ status }) => status);

test("a response of any length is sent unchanged, validated as a whole and recorded once", async (t) => {
  const { call, logged, exchanges, backlog } = await startRecorded(t, [known(500)]);
  const { json, text, headers } = await call("GET", "/known?more=1");
  assert.deepEqual(json["list"], items(500));
  assert.deepEqual(json["ignored_parameters_unsupported"], ["more"]);
  assert.equal(headers["content-length"], String(Buffer.byteLength(text)));
  await until(() => exchanges.length > 0);
  assert.deepEqual([exchanges.length, exchanges[0]?.body === text], [1, true]);
  assert.deepEqual(statuses(logged), [200]);
  assert.equal(backlog.pendingBytes, 0);
  assert.equal((await call("HEAD", "/known")).text, "");
});

test("a client that does not read its response is disconnected", async (t) => {
  const { server, logged, backlog } = await startApp(t, [known(20_000)], { ...impatient(1e9, 300), strict: false });
  const socket = await requestWithoutReading(server, "/known");
  await until(() => statuses(logged).length > 0);
  assert.deepEqual([statuses(logged), backlog.pendingBytes], [[499], 0]);
  await once(socket.resume(), "close");
});

test("the memory of a response is freed when its client disconnects before the end", async (t) => {
  const { server, logged, backlog } = await startApp(t, [known(20_000)], { ...impatient(1e9, 60_000), strict: false });
  const socket = await requestWithoutReading(server, "/known");
  await until(() => backlog.pendingBytes > 10_000_000);
  socket.destroy();
  await until(() => statuses(logged).length > 0);
  assert.deepEqual([statuses(logged), backlog.pendingBytes], [[499], 0]);
});

test("when unread responses reach their limit, large responses are rejected before they start, and small ones are sent", async (t) => {
  const { server, call, backlog } = await startApp(t, [known(20_000), small], {
    ...impatient(10_000_000, 60_000),
    strict: false,
  });
  const socket = await requestWithoutReading(server, "/known");
  await until(() => backlog.pendingBytes > 10_000_000);
  const { status, json, headers } = await call("GET", "/known");
  assert.deepEqual([status, json["code"], headers["retry-after"]], [503, "SERVER_BUSY", "1"]);
  assert.equal((await call("GET", "/small")).status, 200);
  socket.destroy();
  await until(() => backlog.pendingBytes === 0);
  assert.equal((await call("GET", "/known")).status, 200);
});

test("a write gets its response even if unread responses have reached their limit, and a response that has started continues", async (t) => {
  const change = endpoint.write({
    ...shape,
    route: "POST /change",
    summary: "A change",
    handler: async () => ({ list: items(100) }),
  });
  const { server, call, backlog } = await startApp(t, [known(20_000), change], {
    ...impatient(10_000_000, 60_000),
    strict: false,
  });
  const socket = await requestWithoutReading(server, "/known");
  await until(() => backlog.pendingBytes > 10_000_000);
  assert.equal((await call("POST", "/change")).status, 200);
  let length = 0;
  socket.on("data", (chunk: Buffer) => (length += chunk.length)).resume();
  await until(() => backlog.pendingBytes === 0);
  await until(() => length > 40_000_000);
  socket.destroy();
});

test("small responses that are not read are counted too, until their connection closes", async (t) => {
  const answer = endpoint.read({
    ...shape,
    route: "GET /some",
    summary: "Nearly large",
    handler: async () => ({ list: items(30) }),
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { server, backlog } = await startApp(t, [answer], { ...impatient(1e9, 500), strict: false });
  const socket = await requestWithoutReading(server, "/some");
  const who = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const again = `GET /api/v1/some HTTP/1.1\r\nhost: acme.example\r\nauthorization: ${who}\r\n\r\n`;
  // Only a few requests at a time, because the server closes connections with very many pipelined requests.
  await until(() => {
    if (backlog.pendingBytes === 0) socket.write(again.repeat(5));
    return backlog.pendingBytes > 0;
  });
  t.mock.timers.tick(500);
  await until(() => backlog.pendingBytes === 0);
  await once(socket.resume(), "close");
});

test("a response whose connection is closed is subtracted from the unread bytes only once", async (t) => {
  const { server, backlog, logged } = await startApp(t, [known(20)], { ...impatient(1e9, 60_000), strict: false });
  const socket = await requestWithoutReading(server, "/known");
  const who = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const again = `GET /api/v1/known HTTP/1.1\r\nhost: acme.example\r\nauthorization: ${who}\r\n\r\n`;
  // One request at a time, so that the response that no longer fits into the connection's buffers is the one being
  // sent.
  for (let answered = 1; backlog.pendingBytes === 0; answered += 1) {
    await until(() => statuses(logged).length >= answered);
    if (backlog.pendingBytes === 0) socket.write(again);
  }
  socket.destroy();
  await until(() => backlog.pendingBytes <= 0);
  assert.equal(backlog.pendingBytes, 0);
});

test("pipelined responses do not time out while an earlier response is being read, and end if the earlier response times out", async (t) => {
  const timeoutMs = 2000;
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let handled = 0;
  const list = (route: `GET /${string}`, count: number) =>
    endpoint.read({
      ...shape,
      route,
      summary: "A list",
      handler: async () => {
        handled += 1;
        return { list: items(count) };
      },
    });
  const { server, logged, backlog } = await startApp(
    t,
    [list("GET /first", 20_000), list("GET /next", 100), list("GET /last", 0)],
    {
      ...impatient(1e9, timeoutMs),
      strict: false,
    },
  );
  const socket = await requestWithoutReading(server, "/first");
  const who = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const formatRequest = (path: string) =>
    `GET /api/v1${path} HTTP/1.1\r\nhost: acme.example\r\nauthorization: ${who}\r\n\r\n`;
  socket.write(formatRequest("/next").repeat(20) + formatRequest("/last"));
  let readUntilBlocked = Infinity;
  socket.on("data", () => backlog.pendingBytes < readUntilBlocked && socket.pause()).pause();
  await until(() => handled === 22 && backlog.pendingBytes > 42_000_000);
  for (let passedMs = 0; passedMs < 3 * timeoutMs; passedMs += timeoutMs / 4) {
    const pendingBytes = backlog.pendingBytes;
    readUntilBlocked = pendingBytes;
    socket.resume();
    await until(() => backlog.pendingBytes < pendingBytes || socket.destroyed);
    t.mock.timers.tick(timeoutMs / 4);
  }
  assert.deepEqual([statuses(logged).includes(499), socket.destroyed], [false, false]);
  await until(() => {
    t.mock.timers.tick(timeoutMs);
    return backlog.pendingBytes === 0 || socket.destroyed;
  });
  await until(() => statuses(logged).filter((status) => status === 499).length === 21);
  socket.destroy();
});

test("other requests get their responses while a large response is being created", async (t) => {
  const huge = known(100_000);
  const { origin, call } = await startApp(t, [huge, small], { strict: false });
  const seen: string[] = [];
  const headers = { authorization: basicAuth("hamlet@acme.example", apiKeyOf("hamlet")) };
  const large = request(`${origin}/api/v1/known`, { headers }).end();
  large.on("error", () => undefined);
  const isThere = once(large, "response").then(() => seen.push("large"));
  await once(large, "finish");
  for (let n = 0; n < 3; n += 1) {
    await call("GET", "/small");
    seen.push("small");
  }
  await isThere;
  assert.deepEqual(seen, ["small", "small", "small", "large"]);
  large.destroy();
});

test("the joined chunks of any response are its JSON", () => {
  assertProperty(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.date())), (fields) => {
      const { result, msg, ...rest } = JSON.parse(Array.from(successChunks(fields), String).join("")) as Record<
        string,
        unknown
      >;
      assert.deepEqual([result, msg], ["success", ""]);
      const { result: _, msg: __, ...expected } = JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
      assert.equal(JSON.stringify(rest), JSON.stringify(expected));
    }),
    { rounds: 40, exploreRounds: 1000 },
  );
});
