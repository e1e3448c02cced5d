import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { ClientLimits } from "./limits.ts";
import { isTooSlow } from "./slow-transfer-guard.ts";
import { text } from "./params.ts";
import { formatRequestHead, RawClient } from "./fixtures/raw-client.ts";
import { startApp } from "./fixtures/test-app.ts";

const echo = endpoint.read({
  route: "GET /echo",
  summary: "Return the parameter",
  access: "optional",
  input: z.object({ a: text() }),
  response: z.object({ a: z.string() }),
  errors: [],
  handler: async (_ctx, { input }) => input,
});
const start = (t: TestContext, bounds: Partial<ClientLimits>) => startApp(t, [echo], { bounds });
const impatient = { bodyBytesPerSecond: 2 ** 30, bodyGraceSeconds: 0 };
const type = { "content-type": "multipart/form-data; boundary=edge" };

test("a body that is sent too slowly is aborted, regardless of its sender and type", async (t) => {
  const { origin } = await start(t, impatient);
  const beginnings = [
    formatRequestHead({ method: "GET", path: "/echo", headers: { "content-length": 10 } }),
    formatRequestHead({ method: "GET", path: "/echo", as: "hamlet", headers: { "content-length": 2 ** 20 } }),
    formatRequestHead({
      method: "GET",
      path: "/echo",
      as: "hamlet",
      headers: { ...type, "transfer-encoding": "chunked" },
    }),
    formatRequestHead({
      method: "GET",
      path: "/echo",
      headers: { "content-type": "text/plain", "content-length": 10 },
    }),
    formatRequestHead({ path: "/nothing", headers: { "content-length": 10 } }),
    formatRequestHead({ method: "GET", path: "//health", headers: { "content-length": 10 } }),
  ];
  const clients = beginnings.map((prefix) => new RawClient(origin, `${prefix}1`));
  for (const client of clients) {
    const answer = await client.end();
    assert.match(
      answer,
      /^HTTP\/1.1 408 [^]*\r\nconnection: close\r\n[^]*"msg":"The request took too long to arrive"/i,
    );
  }
});

test("a body that is fast enough is received completely", async (t) => {
  const { origin } = await start(t, { bodyBytesPerSecond: 1, bodyGraceSeconds: 300 });
  const headers = { "content-length": 3, connection: "close", expect: "100-continue" };
  const client = new RawClient(origin, formatRequestHead({ method: "GET", path: "/echo", headers }));
  await client.receive("100 Continue");
  for (const byte of "a=1") client.write(byte);
  assert.match(await client.end(), /HTTP\/1.1 200 [^]*"a":"1"/);
});

test("the minimum speed is an average, checked after a grace period", () => {
  const rule = { bytesPerSecond: 8192, graceSeconds: 15 };
  assert.equal(isTooSlow(0, 14_999, rule), false);
  assert.equal(isTooSlow(0, 15_001, rule), true);
  assert.equal(isTooSlow(8192, 16_000, rule), false);
  assert.equal(isTooSlow(8191, 16_000, rule), true);
  // 25 MiB in five minutes are fast enough.
  for (let second = 0; second < 300; second += 1) {
    assert.equal(isTooSlow((25 * 2 ** 20 * second) / 300, second * 1000, rule), false);
  }
});
