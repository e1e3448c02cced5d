import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { until } from "@parlance/testkit/until.ts";
import { z } from "zod";
import { AppError, defineError } from "../base/errors.ts";
import { endpoint } from "./endpoint.ts";
import { JsonFragment } from "./json-response.ts";
import { text } from "./params.ts";
import type { FinishedExchange } from "./services.ts";
import { basicAuth, fakeDatabase, apiKeyOf, startApp } from "./fixtures/test-app.ts";

const Teapot = defineError({
  code: "TEAPOT",
  status: 418,
  text: ({ kind }) => `I am a ${kind} teapot`,
  fields: z.object({ kind: z.string() }),
  headers: () => ({ "x-tea": "green" }),
});

const number = z.object({ number: z.int() });
const get = { route: "GET /it", summary: "Get it", access: "user", response: number, errors: [] } as const;
const post = { ...get, route: "POST /it" } as const;
const answering = (value: object) => endpoint.read({ ...get, handler: async () => value as { number: number } });
const throwing = (error: Error) =>
  endpoint.read({
    ...get,
    errors: [Teapot],
    handler: async () => {
      throw error;
    },
  });

test("a response has the standard envelope, ends with a newline and must not be cached", async (t) => {
  const { call } = await startApp(t, [answering({ number: 1 })]);
  const { status, text: body, headers } = await call("GET", "/it");
  assert.deepEqual([status, body], [200, '{"result":"success","msg":"","number":1}\n']);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["cache-control"], "max-age=0, no-cache, no-store, must-revalidate, private");
  assert.match(String(headers["x-request-id"]), /^[0-9a-f]{8}-\w+$/);
});

test("the preparation of a write gets a reader, and its handler gets a transaction only after the preparation is finished", async (t) => {
  const seen: unknown[] = [];
  const write = endpoint.write({
    ...post,
    prepare: async ({ db }) => seen.push("prepare", db !== undefined),
    handler: async ({ tx, now }, _input, prepared) => {
      seen.push("write", tx, now.getTime(), prepared);
      return { number: 2 };
    },
  });
  const { call } = await startApp(t, [write]);
  assert.equal((await call("POST", "/it")).json["number"], 2);
  assert.deepEqual(seen, ["prepare", true, "write", { isTransaction: true }, Date.UTC(2030, 0), 2]);
});

test("log lines of a handler contain the request's id", async (t) => {
  const read = endpoint.read({
    ...get,
    handler: async (ctx) => {
      ctx.log.info("from the handler");
      return { number: 1 };
    },
  });
  const { call, logged } = await startApp(t, [read]);
  const { headers } = await call("GET", "/it");
  assert.equal(logged[0]?.["request"], headers["x-request-id"]);
});

test("an error for the client is sent with its code, fields and headers", async (t) => {
  const { call, logged } = await startApp(t, [throwing(new Teapot({ kind: "short" }))]);
  const { status, json, headers } = await call("GET", "/it?unknown=1");
  assert.deepEqual(json, { result: "error", msg: "I am a short teapot", code: "TEAPOT", kind: "short" });
  assert.deepEqual([status, headers["x-tea"]], [418, "green"]);
  assert.equal(logged.length, 1);
});

test("an error thrown by a write rolls it back, and an error returned by a write is sent after the commit", async (t) => {
  const ends: string[] = [];
  const db = fakeDatabase();
  const write: typeof db.write = async (act) => {
    try {
      const result = await db.write(act);
      ends.push("commit");
      return result;
    } catch (error) {
      ends.push("rollback");
      throw error;
    }
  };
  const half = endpoint.write({
    ...post,
    input: z.object({ kind: text() }),
    errors: [Teapot],
    handler: async (_ctx, { input }) => {
      const error = new Teapot(input);
      if (input.kind === "broken") throw error;
      return error;
    },
  });
  const { call } = await startApp(t, [half], { db: { ...db, write } });
  for (const kind of ["broken", "half-full"]) {
    const { status, json } = await call("POST", "/it", { form: { kind } });
    assert.deepEqual([status, json["code"], json["kind"]], [418, "TEAPOT", kind]);
  }
  assert.deepEqual(ends, ["rollback", "commit"]);
});

test("an error with a success status is sent as a success response", async (t) => {
  const Accepted = defineError({ code: "PARTIALLY_DONE", status: 200, text: "Half of it" });
  const { call } = await startApp(t, [
    endpoint.read({ ...get, errors: [Accepted], handler: () => Promise.reject(new Accepted()) }),
  ]);
  assert.deepEqual((await call("GET", "/it")).json, { result: "success", msg: "Half of it", code: "PARTIALLY_DONE" });
});

test("the response to an internal error reveals nothing except the request id for the log", async (t) => {
  const cause = Object.assign(new Error("detail: hunter2"), { code: "23505", detail: "Key (password)=(hunter2)" });
  const { call, logged } = await startApp(t, [throwing(new Error("disk on fire", { cause }))]);
  const { status, text: body, headers } = await call("GET", "/it");
  assert.equal(status, 500);
  assert.equal(body, '{"result":"error","msg":"Internal server error","code":"INTERNAL_SERVER_ERROR"}\n');
  const [failure] = logged as [{ request: string; err: { stack: string; cause: object } }];
  assert.equal(failure.request, headers["x-request-id"]);
  assert.match(failure.err.stack, /disk on fire\n +at /);
  assert.ok(!("detail" in failure.err.cause));
});

test("in strict mode, an undeclared error becomes an internal error; otherwise it is sent and logged", async (t) => {
  const unlisted = endpoint.read({ ...get, handler: () => Promise.reject(new Teapot({ kind: "tall" })) });
  const strict = await startApp(t, [unlisted]);
  assert.equal((await strict.call("GET", "/it")).status, 500);
  assert.match(JSON.stringify(strict.logged[0]), /GET \/it threw what it does not list: TEAPOT/);
  const lax = await startApp(t, [unlisted], { strict: false });
  assert.equal((await lax.call("GET", "/it")).status, 418);
  assert.match(JSON.stringify(lax.logged[0]), /GET \/it threw what it does not list: TEAPOT/);
});

test("in strict mode, a response that differs from the endpoint's declaration becomes an internal error", async (t) => {
  const bodies = [{ number: "1" }, {}, { number: 1, colour: "red" }, { number: null }];
  for (const body of [...bodies, { number: new JsonFragment(['"1"']) }, { number: new JsonFragment(["{}"]) }]) {
    const strict = await startApp(t, [answering(body)]);
    assert.equal((await strict.call("GET", "/it")).status, 500, JSON.stringify(body));
    assert.match(JSON.stringify(strict.logged[0]), /GET \/it answered/);
    const lax = await startApp(t, [answering(body)], { strict: false });
    assert.equal((await lax.call("GET", "/it")).status, 200);
  }
});

test("a JSON fragment from a handler becomes part of the response", async (t) => {
  const { call } = await startApp(t, [answering({ number: new JsonFragment(["1", "2"]) })]);
  const { text: body, headers } = await call("GET", "/it");
  assert.equal(body, '{"result":"success","msg":"","number":12}\n');
  assert.equal(headers["content-type"], "application/json");
  assert.deepEqual((await call("GET", "/it?b=1&a=2")).json, {
    result: "success",
    msg: "",
    ignored_parameters_unsupported: ["a", "b"],
    number: 12,
  });
});

test("if the client disconnects, the signal is aborted and the request is not logged as an error", async (t) => {
  const { promise: waiting, resolve: isWaiting } = Promise.withResolvers<void>();
  const ended: string[] = [];
  const wait = endpoint.read({
    ...get,
    handler: async ({ request: info }) => {
      info.onDisconnect(() => ended.push("gone"));
      isWaiting();
      await once(info.signal, "abort");
      ended.push("aborted");
      info.signal.throwIfAborted();
      return { number: 0 };
    },
  });
  const { origin, logged } = await startApp(t, [wait]);
  const headers = { authorization: basicAuth("hamlet@acme.example", apiKeyOf("hamlet")) };
  const outgoing = request(`${origin}/api/v1/it`, { headers })
    .on("error", () => {})
    .end();
  await waiting;
  outgoing.destroy();
  await until(() => logged.length > 0);
  assert.deepEqual(ended, ["gone", "aborted"]);
  assert.deepEqual([logged.length, logged[0]?.["status"]], [1, 499]);
});

test("a request that has received its response does not count as disconnected", async (t) => {
  const gone: boolean[] = [];
  const read = endpoint.read({
    ...get,
    handler: async ({ request: info }) => {
      info.onDisconnect(() => gone.push(true));
      return { number: 1 };
    },
  });
  const { call } = await startApp(t, [read]);
  // When the second request has its response, the first one is completely finished.
  for (let n = 0; n < 2; n += 1) await call("GET", "/it");
  assert.deepEqual(gone, []);
});

test("the client's name is taken from its parameter, or else from the product in its user agent", async (t) => {
  const named = endpoint.write({
    ...post,
    response: z.object({ client: z.string() }),
    handler: async ({ request: info }) => ({ client: info.client }),
  });
  const { call } = await startApp(t, [named]);
  const clientOf = async (userAgent: string, form = {}) =>
    (await call("POST", "/it", { form, headers: { "user-agent": userAgent } })).json["client"];
  assert.equal(await clientOf("Parlance-Desk/1.2 (Linux) x"), "Parlance-Desk");
  assert.equal(await clientOf("Parlance-Desk/1.2", { client: "website" }), "website");
  assert.equal(await clientOf(""), "Unspecified");
  assert.equal(await clientOf("x".repeat(40)), "x".repeat(30));
  assert.equal(await clientOf("a", { client: `\0${"👍".repeat(40)}` }), "👍".repeat(30));
});

test("the log has a line for each request, without secrets", async (t) => {
  const login = endpoint.write({
    ...post,
    input: z.object({ password: text() }),
    handler: async () => ({ number: 1 }),
  });
  const { call, logged } = await startApp(t, [login]);
  await call("POST", "/it?token=hunter2", { form: { password: "hunter2" }, headers: { "user-agent": "Desk/1" } });
  const [{ time: _time, ms: _ms, request: _id, ...line }] = logged as [Record<string, unknown>];
  assert.deepEqual(line, {
    level: 30,
    msg: "request",
    method: "POST",
    route: "/it",
    status: 200,
    realm: "acme",
    user: 406,
    client: "Desk",
  });
  assert.ok(!/hunter2|hamlet0/.test(JSON.stringify(logged)));
});

test("`onExchange` receives every JSON exchange under the API's prefix", async (t) => {
  const received: FinishedExchange[] = [];
  const { call } = await startApp(t, [answering({ number: 1 })], { onExchange: (exchange) => received.push(exchange) });
  await call("GET", "/it?a=1");
  await call("POST", "/it");
  await call("GET", "//elsewhere");
  assert.deepEqual(
    received.map(({ method, path, status }) => [method, path, status]),
    [
      ["GET", "/api/v1/it", 200],
      ["POST", "/api/v1/it", 405],
    ],
  );
  assert.equal(received[0]?.body, '{"result":"success","msg":"","ignored_parameters_unsupported":["a"],"number":1}\n');
});

test("an error for the client that a write throws rolls the transaction back", async (t) => {
  let isRolledBack = false;
  const db = {
    ...fakeDatabase(),
    write: <T>(act: (tx: never) => Promise<T>): Promise<T> =>
      act({} as never).catch((error: unknown) => {
        isRolledBack = error instanceof AppError;
        throw error;
      }),
  };
  const write = endpoint.write({
    ...post,
    errors: [Teapot],
    handler: () => Promise.reject(new Teapot({ kind: "wet" })),
  });
  const { call } = await startApp(t, [write], { db });
  assert.equal((await call("POST", "/it")).status, 418);
  assert.ok(isRolledBack);
});

test("a proxy's headers about the client and the host are used only if the proxy is trusted", async (t) => {
  const hosts: string[] = [];
  const whoAndWhere = endpoint.read({
    ...get,
    response: z.object({ ip: z.string() }),
    handler: async ({ request: info }) => ({ ip: info.ip }),
  });
  const findRealm = async (host: string) => {
    hosts.push(host);
    return { id: 1, subdomain: "acme", url: "http://acme.example", gravatar: true, webPublicChannels: true };
  };
  const headers = { host: "inner:1", "x-forwarded-for": "203.0.113.9, 198.51.100.7", "x-forwarded-host": "outer" };
  const direct = await startApp(t, [whoAndWhere], { findRealm });
  assert.equal((await direct.call("GET", "/it", { headers })).json["ip"], "127.0.0.1");
  const behindOne = await startApp(t, [whoAndWhere], { findRealm, trustedProxies: 1 });
  assert.equal((await behindOne.call("GET", "/it", { headers })).json["ip"], "198.51.100.7");
  assert.deepEqual(hosts, ["inner:1", "outer"]);
});
