import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import type { AppOptions } from "./build-app.ts";
import { endpoint } from "./endpoint.ts";
import { MAX_BODY_BYTES, MAX_ANONYMOUS_BODY_BYTES } from "./limits.ts";
import { text } from "./params.ts";
import { formatRequestHead, RawClient } from "./fixtures/raw-client.ts";
import { startApp } from "./fixtures/test-app.ts";

const MIB = 2 ** 20;
const size = z.object({ size: z.int() });
const measure = {
  summary: "Return the size of the body",
  input: z.object({ a: text().optional() }),
  response: size,
  errors: [],
} as const;
const sizeOf = async (_ctx: unknown, { input: { a = "" } }: { input: { a?: string | undefined } }) => ({
  size: a.length,
});
const endpoints = [
  endpoint.write({ ...measure, route: "POST /users", access: "user", handler: sizeOf }),
  endpoint.write({ ...measure, route: "POST /members", access: "member", handler: sizeOf }),
  endpoint.write({ ...measure, route: "PATCH /members", access: "user", handler: sizeOf }),
  endpoint.write({ ...measure, route: "POST /public", access: "public", handler: sizeOf }),
  endpoint.write({ ...measure, route: "POST /optional", access: "optional", handler: sizeOf }),
];

const start = (t: TestContext, options: Partial<AppOptions> = {}) => startApp(t, endpoints, options);
const announced = { "content-length": MAX_BODY_BYTES };
const expecting = { ...announced, expect: "100-continue" };
/** Returns a form of the given size. Most of it is an unknown parameter, which the parser does not store. */
const form = (bytes: number): string => `a=1&b=${"x".repeat(bytes - 6)}`;

test("anonymous clients that announce large bodies do not prevent authenticated clients from sending one", async (t) => {
  const { origin, call } = await start(t);
  const anonymousClients = Array.from(
    { length: 12 },
    () => new RawClient(origin, formatRequestHead({ path: "/users", headers: announced })),
  );
  for (const client of anonymousClients) assert.match(await client.end(), /^HTTP\/1.1 401 /);
  assert.equal((await call("POST", "/users", { body: form(20 * MIB) })).status, 200);
});

test("announced bodies that are not sent use no budget, even if announced by authenticated clients", async (t) => {
  const { origin, call } = await start(t);
  const waiting = Array.from(
    { length: 24 },
    () => new RawClient(origin, formatRequestHead({ path: "/users", as: "guy", headers: expecting })),
  );
  for (const client of waiting) await client.receive("100 Continue");
  assert.equal((await call("POST", "/users", { body: form(20 * MIB) })).status, 200);
  for (const client of waiting) client[Symbol.dispose]();
});

test("a request that would be rejected anyway is rejected before any of its large body is sent", async (t) => {
  const { origin, call } = await start(t);
  const refusals: [Parameters<typeof formatRequestHead>[0], RegExp][] = [
    [{ path: "/users" }, /^HTTP\/1.1 401 [^]*www-authenticate: Basic[^]*Not logged in/],
    [{ path: "/users", headers: { authorization: "Basic eDp5" } }, /^HTTP\/1.1 401 /],
    [{ path: "/optional", headers: { authorization: "Basic eDp5" } }, /^HTTP\/1.1 401 /],
    [{ path: "/users", headers: { host: "nowhere.example" } }, /^HTTP\/1.1 404 [^]*NONEXISTENT_SUBDOMAIN/],
    [{ path: "/nothing", as: "owen" }, /^HTTP\/1.1 404 [^]*Not found/],
    [{ method: "PUT", path: "/users", as: "owen" }, /^HTTP\/1.1 405 [^]*"allowed_methods":\["POST"\]/],
    [{ method: "HEAD", path: "/users", as: "owen" }, /^HTTP\/1.1 405 /],
    [{ path: "/public" }, /^HTTP\/1.1 413 [^]*too large \(limit: 64 KiB\)/],
    [{ path: "/public", as: "owen" }, /^HTTP\/1.1 413 [^]*too large \(limit: 64 KiB\)/],
    [{ path: "/optional" }, /^HTTP\/1.1 413 [^]*too large \(limit: 64 KiB\)/],
    [{ method: "GET", path: "//health" }, /^HTTP\/1.1 413 [^]*too large \(limit: 64 KiB\)/],
    [{ path: "/users", as: "owen", headers: { "content-length": MAX_BODY_BYTES + 1 } }, /^HTTP\/1.1 413 [^]*25 MiB/],
    [{ path: "/users", as: "owen", headers: { "content-type": "a b/c d" } }, /^HTTP\/1.1 415 /],
    [{ path: "/users/%ff", as: "owen" }, /^HTTP\/1.1 4\d\d /],
  ];
  for (const [prefix, answer] of refusals) {
    const client = new RawClient(
      origin,
      formatRequestHead({ ...prefix, headers: { ...announced, ...prefix.headers } }),
    );
    const response = await client.end();
    assert.match(response, answer);
    assert.match(response, /\r\nconnection: close\r\n/i);
  }
  const chunked = { "transfer-encoding": "chunked" };
  assert.match(
    await new RawClient(origin, formatRequestHead({ path: "/users", headers: chunked })).end(),
    /^HTTP\/1.1 401 /,
  );
  assert.equal((await call("POST", "/users")).status, 200);
});

test("before the body is read, a caller passes if any method that the body can select allows their role; afterwards, the selected method's role is required", async (t) => {
  const { origin, call } = await start(t);
  const guest = formatRequestHead({ path: "/users", as: "guy", headers: expecting });
  using client = new RawClient(origin, guest);
  await client.receive("HTTP/1.1 100 Continue");
  const asPatch = await call("POST", "/members", { as: "guy", body: `${form(MIB)}&method=PATCH` });
  assert.deepEqual([asPatch.status, asPatch.json["size"]], [200, 1]);
  const asPost = await call("POST", "/members", { as: "guy", body: form(MIB) });
  assert.deepEqual([asPost.status, asPost.json["msg"]], [400, "Not allowed for guest users"]);
});

test("a client that expects 100-continue gets it only after its credentials were checked", async (t) => {
  const { origin } = await start(t);
  const refused = await new RawClient(origin, formatRequestHead({ path: "/users", headers: expecting })).end();
  assert.match(refused, /^HTTP\/1.1 401 /);
  using client = new RawClient(
    origin,
    formatRequestHead({ path: "/users", as: "ada", headers: { ...expecting, connection: "close" } }),
  );
  await client.receive("100 Continue\r\n\r\n");
  client.write(form(MAX_BODY_BYTES));
  assert.match(await client.end(), /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 [^]*"size":1/);
  const small = { "content-length": 3, expect: "100-continue", connection: "close" };
  using anonymousClient = new RawClient(origin, formatRequestHead({ path: "/public", headers: small }));
  await anonymousClient.receive("100 Continue\r\n\r\n");
  anonymousClient.write("a=1");
  assert.match(await anonymousClient.end(), /HTTP\/1.1 200 [^]*"size":1/);
});

test("an anonymous body without an announced length is read only up to the limit for small bodies", async (t) => {
  const { origin, call } = await start(t);
  const chunked = { as: null, headers: { "transfer-encoding": "chunked" } };
  const small = await call("POST", "/public", { ...chunked, body: form(MAX_ANONYMOUS_BODY_BYTES) });
  assert.deepEqual([small.status, small.json["size"]], [200, 1]);
  const large = new RawClient(
    origin,
    formatRequestHead({ path: "/public", headers: { "transfer-encoding": "chunked" } }),
  );
  const chunk = form(MAX_ANONYMOUS_BODY_BYTES + 1);
  large.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  assert.match(await large.end(), /^HTTP\/1.1 413 [^]*limit: 64 KiB/);
});

test("clients that send their whole body before they read receive the rejection", async (t) => {
  const { origin } = await start(t);
  const body = new URLSearchParams({ a: "x".repeat(20 * MIB) }).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const response = await fetch(`${origin}/api/v1/users`, { method: "POST", headers, body });
    assert.equal(response.status, 401);
    assert.equal(((await response.json()) as { code: string }).code, "UNAUTHORIZED");
  }
  using client = new RawClient(origin, formatRequestHead({ path: "/users", headers: announced }));
  client.write(form(MAX_BODY_BYTES));
  assert.match(await client.end(), /^HTTP\/1.1 401 [^]*Not logged in/);
});

test("a compressed body is rejected with an error that names the reason", async (t) => {
  const { call } = await start(t);
  const { status, json, headers } = await call("POST", "/users", {
    body: "x",
    headers: { "content-encoding": "gzip" },
  });
  assert.deepEqual([status, json["msg"]], [415, "Request bodies must not be compressed"]);
  assert.equal(headers["accept-encoding"], "identity");
});
