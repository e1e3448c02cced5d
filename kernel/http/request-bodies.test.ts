import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { endpoint } from "./endpoint.ts";
import { int, text } from "./params.ts";
import { startApp } from "./fixtures/test-app.ts";

const input = z.object({ a: text().optional(), b: int().optional() });
const got = z.object({ got: input });
const declared = { summary: "Return the parsed parameters", access: "user", input, response: got, errors: [] } as const;
const endpoints = [
  endpoint.write({ ...declared, route: "POST /echo", handler: async (_ctx, sent) => ({ got: sent.input }) }),
  endpoint.write({ ...declared, route: "PUT /echo", handler: async (_ctx, sent) => ({ got: sent.input }) }),
  endpoint.write({ ...declared, route: "PATCH /echo", handler: async (_ctx, sent) => ({ got: sent.input }) }),
  endpoint.write({ ...declared, route: "DELETE /echo", handler: async (_ctx, sent) => ({ got: sent.input }) }),
  endpoint.read({ ...declared, route: "GET /echo", handler: async (_ctx, sent) => ({ got: sent.input }) }),
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

function multipart(parts: { name: string; value: string; filename?: string }[]) {
  const body = parts.map(({ name, value, filename }) => {
    const file = filename ? `; filename="${filename}"\r\ncontent-type: application/octet-stream` : "";
    return `--edge\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return { body: `${body.join("")}--edge--\r\n`, headers: { "content-type": "multipart/form-data; boundary=edge" } };
}

test("every method accepts parameters from a form, from a multipart form, or from the query", async (t) => {
  const { call } = await startApp(t, endpoints);
  for (const method of methods) {
    assert.deepEqual((await call(method, "/echo", { form: { a: "ä +&=", b: "5" } })).json["got"], { a: "ä +&=", b: 5 });
    assert.deepEqual((await call(method, "/echo?a=%C3%A4+%2B&b=5")).json["got"], { a: "ä +", b: 5 });
    const parts = multipart([
      { name: "a", value: "ä\r\nb" },
      { name: "b", value: "5" },
      { name: "a", value: "later" },
    ]);
    assert.deepEqual((await call(method, "/echo", parts)).json["got"], { a: "ä\r\nb", b: 5 });
  }
});

test("files in a form are skipped", async (t) => {
  const { call } = await startApp(t, endpoints);
  const parts = multipart([
    { name: "file", value: "x".repeat(3_000_000), filename: "a.bin" },
    { name: "a", value: "after" },
  ]);
  assert.deepEqual((await call("POST", "/echo", parts)).json["got"], { a: "after" });
});

test("a body that is not a form has no parameters", async (t) => {
  const { call } = await startApp(t, endpoints);
  for (const [type, body] of [
    ["application/json", '{"a":"x"}'],
    ["application/json", "{"],
    ["text/plain", "a=x"],
  ] as const) {
    const { status, json } = await call("POST", "/echo", { body, headers: { "content-type": type } });
    assert.deepEqual([status, json["got"]], [200, {}], type);
  }
});

test("names such as `__proto__` and malformed escapes have no special effect", async (t) => {
  const { call } = await startApp(t, endpoints);
  const body = "__proto__=x&constructor=y&a=%ff%C3&&=&%zz=1&hasOwnProperty";
  const { status, json } = await call("POST", "/echo", { body });
  assert.equal(status, 200);
  assert.deepEqual(json["got"], { a: "\ufffd\ufffd" });
  assert.deepEqual(json["ignored_parameters_unsupported"], ["", "%zz", "__proto__", "constructor", "hasOwnProperty"]);
});

test("too many bytes, too many fields and a value that is too long are rejected", async (t) => {
  const { call } = await startApp(t, endpoints);
  const tooLarge = "Request body is too large (limit: 25 MiB)";
  const form = await call("POST", "/echo", { body: `a=${"x".repeat(26 * 2 ** 20)}` });
  assert.deepEqual([form.status, form.json["msg"], form.json["code"]], [413, tooLarge, "BAD_REQUEST"]);
  const file = multipart([{ name: "file", value: "x".repeat(26 * 2 ** 20), filename: "a.bin" }]);
  const declaredSize = await call("POST", "/echo", file);
  assert.deepEqual([declaredSize.status, declaredSize.json["msg"]], [413, tooLarge]);
  const chunked = await call("POST", "/echo", {
    ...file,
    headers: { ...file.headers, "transfer-encoding": "chunked" },
  });
  assert.deepEqual([chunked.status, chunked.json["msg"]], [413, tooLarge]);

  const tooMany = "Too many parameters (limit: 1000)";
  assert.equal((await call("POST", "/echo", { body: "a&".repeat(1001) })).json["msg"], tooMany);
  assert.equal((await call("GET", `/echo?${"a&".repeat(1001)}`)).json["msg"], tooMany);
  assert.equal(
    (await call("POST", "/echo", multipart(Array.from({ length: 1001 }, () => ({ name: "a", value: "" }))))).json[
      "msg"
    ],
    tooMany,
  );
  assert.equal((await call("POST", "/echo", multipart([{ name: "a", value: "x".repeat(2 ** 20 + 1) }]))).status, 413);
});

test("a malformed multipart form is either accepted or reported as the client's error", async (t) => {
  const { call } = await startApp(t, endpoints);
  const headers = { "content-type": "multipart/form-data; boundary=edge" };
  const bodies = [
    "",
    "--edge",
    "--edge\r\n",
    "--edge\r\ncontent-disposition: form-data; name=a\r\n\r\nx",
    "junk",
    "--edge--",
  ];
  for (const body of bodies) {
    const { status, json } = await call("POST", "/echo", { body, headers });
    assert.ok(status === 400 || status === 200, `${status} ${body}`);
    assert.equal(json["result"], status === 200 ? "success" : "error");
  }
  assert.equal(
    (await call("POST", "/echo", { body: "x", headers: { "content-type": "multipart/form-data" } })).json["msg"],
    "Malformed request body",
  );
  assert.equal((await call("POST", "/echo", { body: "x", headers: { "content-type": "a b/c d" } })).status, 415);
});

test("no multipart body causes an internal error", async (t) => {
  const { call } = await startApp(t, endpoints);
  const piece = fc.constantFrom(
    "--edge",
    "--",
    "\r\n",
    "\r\n\r\n",
    'content-disposition: form-data; name="a"',
    '; filename="f"',
    "content-type: text/plain; charset=utf-16",
    "x",
    "\0",
    ":",
    "5",
  );
  const body = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => Buffer.from(pieces.join(""))),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  );
  await assertProperty(
    fc.asyncProperty(body, async (bytes) => {
      const { status } = await call("POST", "/echo", {
        body: bytes,
        headers: { "content-type": "multipart/form-data; boundary=edge" },
      });
      assert.ok(status < 500);
    }),
    { rounds: 20, exploreRounds: 200 },
  );
});
