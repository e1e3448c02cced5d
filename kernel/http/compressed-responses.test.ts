import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { test } from "node:test";
import { z } from "zod";
import { until } from "@parlance/testkit/until.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";
import { requestWithoutReading } from "./fixtures/non-reading-client.ts";
import { apiKeyOf, basicAuth, startApp, type TestResponse } from "./fixtures/test-app.ts";
import { encloseJsonList, JsonFragment } from "./json-response.ts";
import { SecretJson, SharedJson } from "../base/marked-json.ts";
import { createWireAliases } from "./wire-aliases.ts";

const gzip = { "accept-encoding": "gzip" };
const shape = {
  access: "user",
  summary: "A list",
  response: z.object({ list: z.array(z.string()) }),
  errors: [],
} as const;

/** An operation whose response is a list of `count` texts of a thousand different bytes. */
const list = (count: number, route: `GET /${string}` = "GET /list"): Endpoint =>
  endpoint.read({ ...shape, route, handler: async () => ({ list: texts(count) }) });

const texts = (count: number) => Array.from({ length: count }, (_, n) => `${n} ${"ü".repeat(500)}`);

const encodingOf = ({ headers }: TestResponse) => headers["content-encoding"];

test("a response of any size is the same compressed as it is otherwise, and its length is announced", async (t) => {
  const sizes = [2, 10, 40, 200, 3000];
  const { call } = await startApp(
    t,
    sizes.map((size) => list(size, `GET /list${size}`)),
  );
  for (const size of sizes) {
    const plain = await call("GET", `/list${size}`);
    const compressed = await call("GET", `/list${size}`, { headers: gzip });
    assert.deepEqual([encodingOf(plain), encodingOf(compressed)], [undefined, "gzip"]);
    assert.equal(compressed.text, plain.text);
    assert.ok(compressed.bytes.length < plain.bytes.length / 2);
    for (const { headers, bytes } of [plain, compressed]) {
      assert.equal(headers["content-length"], String(bytes.length));
      assert.equal(headers["vary"], "accept-encoding");
    }
    const head = await call("HEAD", `/list${size}`, { headers: gzip });
    const { date: _, "x-request-id": __, ...headers } = compressed.headers;
    const { date: ___, "x-request-id": ____, ...headersOfHead } = head.headers;
    assert.deepEqual([head.bytes.length, headersOfHead], [0, headers]);
  }
});

test("responses under a kilobyte are not compressed, and neither are those for clients that do not accept gzip", async (t) => {
  const { call } = await startApp(t, [list(0), list(3, "GET /more")]);
  assert.equal(encodingOf(await call("GET", "/list", { headers: gzip })), undefined);
  for (const [accepted, encoding] of [
    ["br", undefined],
    ["gzip;q=0, *", undefined],
    ["identity, gzip;q=0.9", undefined],
    ["identity;q=0, *;q=0.1", "gzip"],
  ] as const) {
    const { headers } = await call("GET", "/more", { headers: { "accept-encoding": accepted } });
    assert.deepEqual([accepted, headers["content-encoding"]], [accepted, encoding]);
  }
});

test("secrets are not compressed: neither whole responses, nor fields, nor parts of lists", async (t) => {
  const key = "k".repeat(3000);
  const secret = endpoint.read({
    ...shape,
    route: "GET /secret",
    secrets: "all",
    handler: async () => ({ list: [key] }),
  });
  const field = endpoint.read({
    ...shape,
    route: "GET /field",
    secrets: ["list"],
    response: z.object({ more: z.array(z.string()), list: z.array(z.string()) }),
    handler: async () => ({ more: texts(5), list: [key, key] }),
  });
  const items = [JSON.stringify(texts(9)[8]), [new SecretJson(JSON.stringify(key))], '"last"'];
  const part = endpoint.read({
    ...shape,
    route: "GET /part",
    secrets: ["list"],
    handler: async () => ({ list: new JsonFragment<string[]>(encloseJsonList(items)) }),
  });
  const { call } = await startApp(t, [secret, field, part]);
  const whole = await call("GET", "/secret", { headers: gzip });
  assert.equal(encodingOf(whole), undefined);
  assert.match(String(whole.headers["cache-control"]), /no-store.*no-transform/);
  for (const path of ["/field", "/part"]) {
    const compressed = await call("GET", path, { headers: gzip });
    assert.equal(encodingOf(compressed), "gzip");
    assert.equal(compressed.text, (await call("GET", path)).text);
    assert.ok(compressed.bytes.includes(key));
    assert.ok(!compressed.bytes.includes("üüü"));
  }
});

test("JSON that many responses contain is compressed once, and stock clients get it too", async (t) => {
  const shared = new SharedJson(
    texts(300)
      .map((item) => JSON.stringify(item))
      .join(),
  );
  const reaction = (name: string) => `{"reaction_type":"${name}"}`;
  const mixed = endpoint.read({
    ...shape,
    route: "GET /mixed",
    response: z.object({ list: z.array(z.unknown()) }),
    handler: async () => {
      const items = [reaction("service_extra_emoji"), [shared], reaction("service_extra_emoji"), [shared]];
      return { list: new JsonFragment<unknown[]>(encloseJsonList(items)) };
    },
  });
  const aliases = createWireAliases("acme");
  const { call } = await startApp(t, [mixed], { wireAliases: aliases });
  for (const agent of ["Other/1", "acme/1"]) {
    const headers = { "user-agent": agent };
    const plain = await call("GET", "/mixed", { headers });
    const compressed = await call("GET", "/mixed", { headers: { ...headers, ...gzip } });
    assert.equal(encodingOf(compressed), "gzip");
    assert.equal(compressed.text, plain.text);
    assert.equal(plain.text.split(`${agent === "acme/1" ? "acme" : "service"}_extra_emoji`).length, 3);
    assert.ok(compressed.bytes.includes(await shared.deflated));
  }
  assert.ok(shared.bytes > shared.text.length && shared.bytes < 2 * shared.text.length);
});

test("a large compressed response is sent to a slow client completely, and counts as unread with its compressed size", async (t) => {
  const noise = Array.from({ length: 200 }, (_, n) =>
    createHash("shake256", { outputLength: 75_000 }).update(String(n)).digest("base64"),
  );
  const large = endpoint.read({ ...shape, route: "GET /large", handler: async () => ({ list: noise }) });
  const { server, backlog, logged } = await startApp(t, [large], { strict: false });
  const socket = await requestWithoutReading(server, "/large", "accept-encoding: gzip\r\n");
  // Base64 is a third larger than the incompressible bytes that it encodes.
  await until(() => backlog.pendingBytes > 10_000_000 && backlog.pendingBytes < 16_000_000);
  let received = 0;
  socket.on("data", (chunk: Buffer) => (received += chunk.length)).resume();
  await until(() => backlog.pendingBytes === 0);
  assert.ok(received > 10_000_000);
  socket.destroy();
  assert.ok(logged.some(({ status }) => status === 200));
});

/** JSON that is compressed when the test says so. */
class DelayedJson extends SharedJson {
  readonly #compressed = Promise.withResolvers<void>();
  isRequested = false;

  override get deflated(): Promise<Buffer> {
    this.isRequested = true;
    return this.#compressed.promise.then(() => super.deflated);
  }

  compress(): void {
    this.#compressed.resolve();
  }
}

test("if a client disconnects while its response is compressed, the rest is not compressed, and nothing stays counted", async (t) => {
  const [start, rest] = [new DelayedJson(JSON.stringify(texts(100))), new DelayedJson('"rest"')];
  let isDisconnected = false;
  const mixed = endpoint.read({
    ...shape,
    route: "GET /mixed",
    handler: async (ctx) => {
      ctx.request.onDisconnect(() => (isDisconnected = true));
      return { list: new JsonFragment<string[]>(encloseJsonList([[start], [rest]])) };
    },
  });
  const { origin, backlog, logged } = await startApp(t, [mixed], { strict: false });
  const authorization = basicAuth("hamlet@acme.example", apiKeyOf("hamlet"));
  const impatient = request(`${origin}/api/v1/mixed`, { headers: { authorization, ...gzip } });
  impatient.on("error", () => undefined).end();
  await until(() => start.isRequested);
  assert.ok(backlog.pendingBytes > 100_000);
  impatient.destroy();
  await until(() => isDisconnected);
  for (const json of [start, rest]) json.compress();
  await until(() => logged.some(({ status }) => status === 499));
  assert.deepEqual([rest.isRequested, backlog.pendingBytes], [false, 0]);
});
