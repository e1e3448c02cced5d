import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import type { AppOptions } from "./build-app.ts";
import { endpoint } from "./endpoint.ts";
import { MAX_PIPELINED_REQUESTS } from "./limits.ts";
import { formatRequestHead, RawClient } from "./fixtures/raw-client.ts";
import { startApp } from "./fixtures/test-app.ts";

/**
 * Starts a server with an operation that remains in progress until the test calls `letGo`. The test can wait for the
 * start of a call and for its client's disconnection.
 */
async function startWaiting(t: TestContext, options: Partial<AppOptions>) {
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const seen: (() => void)[] = [];
  const gone: (() => void)[] = [];
  const wait = endpoint.read({
    route: "GET /hold",
    summary: "Wait",
    access: "public",
    response: z.object({}),
    errors: [],
    async handler({ request }) {
      request.onDisconnect(() => gone.shift()?.());
      seen.shift()?.();
      await end;
      return {};
    },
  });
  const { call, origin } = await startApp(t, [wait], options);
  const next = (list: (() => void)[]) => new Promise<void>((resolve) => list.push(resolve));
  const waitFrom = (address: string) => call("GET", "/hold", { headers: { "x-forwarded-for": address } });
  return { call, origin, letGo, waitFrom, seen: () => next(seen), gone: () => next(gone) };
}

const waitRequest = formatRequestHead({ method: "GET", path: "/hold" });

test("the number of concurrent requests per network is limited, and other networks are not affected", async (t) => {
  const bounds = { requestsPerAddress: 2 };
  const { waitFrom, seen, letGo } = await startWaiting(t, { bounds, trustedProxies: 1 });
  const waiting = [];
  for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) {
    const started = seen();
    waiting.push(waitFrom(address));
    await started;
  }
  const { status, json, headers } = await waitFrom("192.0.2.1");
  assert.deepEqual([status, json["code"], headers["retry-after"]], [503, "SERVER_BUSY", "1"]);
  letGo();
  for (const answer of waiting) assert.equal((await answer).status, 200);
  assert.equal((await waitFrom("192.0.2.1")).status, 200);
});

test("a request whose client has disconnected no longer counts", async (t) => {
  const { origin, seen, gone, call, letGo } = await startWaiting(t, { bounds: { requestsPerAddress: 1 } });
  for (let round = 0; round < 3; round += 1) {
    const [started, left] = [seen(), gone()];
    const client = new RawClient(origin, waitRequest);
    await started;
    client[Symbol.dispose]();
    await left;
  }
  letGo();
  assert.equal((await call("GET", "/hold")).status, 200);
});

test("the number of connections per network is limited", async (t) => {
  const { origin, seen, gone, letGo, call } = await startWaiting(t, { bounds: { connectionsPerAddress: 2 } });
  const clients = [];
  for (let count = 0; count < 2; count += 1) {
    const started = seen();
    clients.push(new RawClient(origin, waitRequest));
    await started;
  }
  assert.match(await new RawClient(origin, "").end(), /^HTTP\/1.1 503 [^]*\r\nretry-after: 1\r\n[^]*"SERVER_BUSY"/);
  const left = gone();
  clients[0]?.[Symbol.dispose]();
  await left;
  letGo();
  assert.equal((await call("GET", "/hold")).status, 200);
});

test("connections of a trusted proxy are not limited", async (t) => {
  const options = { bounds: { connectionsPerAddress: 1 }, trustedProxies: 1 };
  const { origin, seen, letGo, waitFrom } = await startWaiting(t, options);
  const started = seen();
  const client = new RawClient(origin, waitRequest);
  await started;
  letGo();
  assert.equal((await waitFrom("192.0.2.1")).status, 200);
  client[Symbol.dispose]();
});

test("pipelined requests count as concurrent requests, and end with their connection", async (t) => {
  const { origin, seen, gone, call, letGo } = await startWaiting(t, { bounds: { requestsPerAddress: 3 } });
  const [first, second, third] = [seen(), seen(), seen()];
  const left = Promise.all([gone(), gone(), gone()]);
  const few = new RawClient(origin, waitRequest.repeat(3));
  await Promise.all([first, second, third]);
  few[Symbol.dispose]();
  await left;
  letGo();
  assert.equal((await call("GET", "/hold")).status, 200);
});

test("a connection with too many pipelined requests is closed", async (t) => {
  const { origin, call, letGo } = await startWaiting(t, {});
  assert.equal(await new RawClient(origin, waitRequest.repeat(MAX_PIPELINED_REQUESTS + 2)).end(), "");
  letGo();
  assert.equal((await call("GET", "/hold")).status, 200);
});
