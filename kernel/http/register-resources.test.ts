import assert from "node:assert/strict";
import { test } from "node:test";
import { defineError } from "../base/errors.ts";
import { basicAuth, apiKeyOf, startApp } from "./fixtures/test-app.ts";
import type { Resource } from "./resource.ts";

const Stolen = defineError({ code: "STOLEN", status: 410, text: "It was stolen" });
const bytes = Buffer.from([1, 2, 3]);

const pictures: Resource = {
  path: "/pictures/:name",
  access: "public",
  async find(_ctx, { name }) {
    if (name === "stolen") throw new Stolen();
    if (name === "broken") throw new Error("the frame is broken");
    return name === "wall" ? { contentType: "image/png", bytes, tag: "wall-1" } : null;
  },
};
const portraits: Resource = {
  path: "/portraits/:name",
  access: "optional",
  find: async ({ actor }, { name }) => ({ to: `/pictures/${name}?for=${actor?.id ?? "nobody"}` }),
};
const modules = [{ name: "gallery", endpoints: [], resources: [pictures, portraits] }];

test("a picture may be cached permanently, cannot run scripts, and is not sent again to a client that has it", async (t) => {
  const { call, logged } = await startApp(t, [], { modules });
  const { status, headers, text } = await call("GET", "//pictures/wall", { as: null });
  assert.deepEqual([status, text, headers["content-length"]], [200, bytes.toString(), "3"]);
  assert.equal(headers["content-type"], "image/png");
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.match(String(headers["content-security-policy"]), /^default-src 'none'; sandbox; /);
  assert.equal(logged.at(-1)?.["route"], "/pictures/:name");

  const known = await call("GET", "//pictures/wall", { as: null, headers: { "if-none-match": '"wall-1"' } });
  assert.deepEqual([known.status, known.text], [304, ""]);
  const head = await call("HEAD", "//pictures/wall", { as: null });
  assert.deepEqual([head.status, head.text, head.headers["content-length"]], [200, "", "3"]);
});

test("a missing resource results in 404, and errors have the same structure as in the API", async (t) => {
  const { call } = await startApp(t, [], { modules });
  for (const [path, status, code] of [
    ["//pictures/none", 404, "BAD_REQUEST"],
    ["//pictures/stolen", 410, "STOLEN"],
    ["//pictures/broken", 500, "INTERNAL_SERVER_ERROR"],
    ["//pictures", 404, "BAD_REQUEST"],
  ] as const) {
    const answer = await call("GET", path, { as: null });
    assert.deepEqual([path, answer.status, answer.json["code"]], [path, status, code]);
    assert.doesNotMatch(answer.headers["cache-control"] ?? "", /immutable/);
  }
  const elsewhere = await call("GET", "//pictures/wall", { as: null, headers: { host: "nowhere.example" } });
  assert.equal(elsewhere.json["code"], "NONEXISTENT_SUBDOMAIN");
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    assert.equal((await call(method, "//pictures/wall", { as: null })).status, 405);
  }
  assert.equal((await call("OPTIONS", "//pictures/wall", { as: null })).headers.allow, "GET, HEAD, OPTIONS");
});

test("the caller is identified by credentials, by an API key in the URL, or by a browser's cookies, in this order", async (t) => {
  const ada = { id: 3, realmId: 1, role: 200, isBot: false, botType: null } as const;
  const authenticateBrowser = async (_realm: object, browser: { cookies: string }) =>
    browser.cookies === "session=ada" ? ada : null;
  const { call } = await startApp(t, [], { modules, authenticateBrowser });
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const { status, headers: answered } = await call("GET", path, { as: null, headers });
    assert.ok(
      status !== 302 || /no-store/.test(answered["cache-control"] ?? ""),
      "the response must not be cached: the next request may be from another user",
    );
    return answered.location ?? status;
  };
  const authorization = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const cookie = "session=ada";
  const byKey = `//portraits/wall?api_key=${apiKeyOf("owen")}`;
  assert.equal(await visit("//portraits/wall"), "/pictures/wall?for=nobody");
  assert.equal(await visit("//portraits/wall", { authorization, cookie }), "/pictures/wall?for=406");
  assert.equal(await visit(byKey, { cookie }), "/pictures/wall?for=104");
  assert.equal(await visit("//portraits/wall", { cookie }), "/pictures/wall?for=3");
  assert.equal(await visit("//portraits/wall", { authorization: basicAuth("hamlet@acme.example", "x") }), 401);
  assert.equal(await visit("//portraits/wall?api_key=x"), 401);
});
