import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { id, text } from "./params.ts";
import { startApp } from "./fixtures/test-app.ts";

const responseSchema = z.object({ text: z.string() });
const declaration = {
  access: "user",
  summary: "Return the name of the endpoint",
  response: responseSchema,
  errors: [],
} as const;
const on = (route: `GET /${string}`, answer: string) =>
  endpoint.read({ ...declaration, route, handler: async () => ({ text: answer }) });

const endpoints = [
  endpoint.read({
    ...declaration,
    route: "GET /users/:user_id",
    params: z.object({ user_id: id() }),
    handler: async (_ctx, { params }) => ({ text: `id ${params.user_id}` }),
  }),
  endpoint.read({
    ...declaration,
    route: "GET /users/:email",
    params: z.object({ email: text() }),
    handler: async (_ctx, { params }) => ({ text: `email ${params.email}` }),
  }),
  endpoint.write({
    ...declaration,
    route: "PATCH /users/:user_id",
    params: z.object({ user_id: id() }),
    input: z.object({ name: text().optional() }),
    handler: async (_ctx, { params, input }) => ({ text: `patch ${params.user_id} ${input.name}` }),
  }),
  on("GET /users/me", "me"),
  endpoint.write({ ...declaration, route: "DELETE /users/me", handler: async () => ({ text: "gone" }) }),
  endpoint.read({
    ...declaration,
    route: "GET /views/*fragment",
    params: z.object({ fragment: text() }),
    handler: async (_ctx, { params }) => ({ text: params.fragment }),
  }),
];

test("a path segment of digits matches a numeric parameter, any other segment a text parameter, and a literal path takes precedence over both", async (t) => {
  const { call } = await startApp(t, endpoints);
  const responseOf = async (path: string) => (await call("GET", path)).json["text"];
  assert.equal(await responseOf("/users/7"), "id 7");
  assert.equal(await responseOf("/users/007"), "id 7");
  assert.equal(await responseOf("/users/a%40b.c"), "email a@b.c");
  assert.equal(await responseOf("/users/7a"), "email 7a");
  assert.equal(await responseOf("/users/me"), "me");
  assert.equal(await responseOf("/views/narrow/is%2Fstarred/x"), "narrow/is/starred/x");
});

test("an id in a path that is too large is replaced by an id that no row has", async (t) => {
  const { call } = await startApp(t, endpoints);
  for (const digits of ["2147483648", "99999999999", "9".repeat(400)])
    assert.equal((await call("GET", `/users/${digits}`)).json["text"], "id 2147483647");
  assert.equal((await call("GET", "/users/a%00")).json["msg"], "email must not contain null bytes");
});

test("an unknown path is a 404 in JSON, with or without the API's prefix", async (t) => {
  const { call } = await startApp(t, endpoints);
  for (const path of ["/nothing", "/users", "/users/1/2", "//elsewhere", "//api/v1", "/users/me/"]) {
    const { status, json } = await call("POST", path, { form: { a: "1" } });
    assert.deepEqual(
      { status, json },
      { status: 404, json: { result: "error", msg: "Not found", code: "BAD_REQUEST" } },
    );
  }
});

test("a wrong method is rejected with a list of the allowed methods, even if a more general path has the method", async (t) => {
  const { call } = await startApp(t, endpoints);
  const { status, json, headers } = await call("PATCH", "/users/me");
  assert.equal(status, 405);
  assert.deepEqual(json["allowed_methods"], ["DELETE", "GET"]);
  assert.equal(json["msg"], "Method Not Allowed");
  assert.equal(json["result"], "error");
  assert.equal(headers.allow, "DELETE, GET");
});

test("OPTIONS returns the methods without authentication", async (t) => {
  const { call } = await startApp(t, endpoints);
  const { status, headers, text: body } = await call("OPTIONS", "/users/me", { as: null });
  assert.deepEqual([status, headers.allow, body], [204, "DELETE, GET, HEAD, OPTIONS", ""]);
});

test("HEAD responds like GET, without the body", async (t) => {
  const { call } = await startApp(t, endpoints);
  const [head, get] = [await call("HEAD", "/users/me"), await call("GET", "/users/me")];
  assert.deepEqual([head.status, head.text], [200, ""]);
  assert.equal(head.headers["content-length"], get.headers["content-length"]);
  assert.equal((await call("HEAD", "/users/me", { as: null })).status, 401);
});

test("a POST can select another method with a field of its form", async (t) => {
  const { call } = await startApp(t, endpoints);
  assert.deepEqual((await call("POST", "/users/5", { form: { method: "PATCH", name: "x" } })).json, {
    result: "success",
    msg: "",
    text: "patch 5 x",
  });
  assert.equal((await call("POST", "/users/me", { form: { method: "get" } })).json["text"], "me");
  assert.equal((await call("POST", "/users/me", { form: { method: "PURGE" } })).status, 405);
  assert.equal((await call("POST", "/users/me?method=DELETE")).status, 405);
});

test("malformed requests get a JSON error, and the server continues to work", async (t) => {
  const { call, origin } = await startApp(t, endpoints);
  const answerTo = async (lines: string) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.end(lines);
    return Buffer.concat(await socket.toArray()).toString();
  };
  assert.match(
    await answerTo("nonsense\r\n\r\n"),
    /^HTTP\/1.1 400 [^]*{"result":"error","msg":"Malformed request","code":"BAD_REQUEST"}\n$/,
  );
  assert.match(
    await answerTo(`GET / HTTP/1.1\r\nHost: a\r\nX: ${"x".repeat(70_000)}\r\n\r\n`),
    /^HTTP\/1.1 431 [^]*too large/,
  );
  assert.match(
    await answerTo("GET /api/v1/users/%ff HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
    /^HTTP\/1.1 400 [^]*Malformed request/,
  );
  assert.match(await answerTo("GET /api/v1/users/me HTTP/1.0\r\n\r\n"), /^HTTP\/1.1 401 /);
  assert.equal((await call("GET", "/users/me")).status, 200);
});

test("the app does not start if a route is declared twice, or does not declare a parameter that its path names", async (t) => {
  const lacking = on("GET /users/:user_id", "");
  await assert.rejects(startApp(t, [lacking]), /GET \/users\/:user_id: the path names user_id/);
  await assert.rejects(startApp(t, [on("GET /a", ""), on("GET /a", "")]), /GET \/a is declared twice/);
});
