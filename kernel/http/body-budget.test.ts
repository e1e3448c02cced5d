import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { text } from "./params.ts";
import { formatRequestHead, RawClient } from "./fixtures/raw-client.ts";
import { type TestUser, type TestResponse, startApp } from "./fixtures/test-app.ts";

const MIB = 2 ** 20;
const form = (mib: number) => `a=1&b=${"x".repeat(mib * MIB - 6)}`;

/**
 * Starts a server with a budget of 16 MiB for request bodies, of which each client may use 4 MiB. Requests remain in
 * progress until the test calls `letGo`.
 */
async function startSlow(t: TestContext) {
  const working: (() => void)[] = [];
  const gone = Promise.withResolvers<void>();
  const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
  const work = endpoint.read({
    route: "GET /work",
    summary: "Respond when released",
    access: "optional",
    input: z.object({ a: text() }),
    response: z.object({}),
    errors: [],
    async handler({ request }) {
      request.onDisconnect(gone.resolve);
      working.shift()?.();
      await end;
      return {};
    },
  });
  const { call, origin } = await startApp(t, [work], { trustedProxies: 1, bounds: { bodiesMib: 16 } });
  const send = (as: TestUser | null, address: string, body = form(2)): Promise<TestResponse> =>
    call("GET", "/work", { as, headers: { "x-forwarded-for": address }, body });
  /** Sends a body and waits until the server processes it. */
  const occupy = async (as: TestUser | null, address: string, body?: string) => {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    working.push(resolve);
    const answer = send(as, address, body);
    await Promise.race([started, answer.then(({ text: responseText }) => assert.fail(responseText))]);
    return { answer };
  };
  /** Repeats the request until the server accepts it. */
  const persist = async (as: TestUser, address: string) => {
    while ((await send(as, address)).status !== 200);
  };
  const waitForStart = () => new Promise<void>((started) => working.push(started));
  return { origin, send, occupy, persist, letGo, waitForStart, gone: gone.promise };
}

function assertBusy({ status, json, headers }: TestResponse): void {
  assert.deepEqual([status, json["code"]], [503, "SERVER_BUSY"]);
  assert.deepEqual([headers["retry-after"], headers.connection], ["1", "close"]);
}

test("an account is limited to its share of the memory for bodies, even if its requests come from several addresses", async (t) => {
  const { send, occupy, letGo } = await startSlow(t);
  const first = [await occupy("hamlet", "192.0.2.1"), await occupy("hamlet", "192.0.2.2")];
  assertBusy(await send("hamlet", "192.0.2.3"));
  const other = await occupy("ada", "192.0.2.3");
  letGo();
  for (const { answer } of [...first, other]) assert.equal((await answer).status, 200);
  assert.equal((await send("hamlet", "192.0.2.3")).status, 200);
});

test("a network is limited to its share, even if its requests come from several accounts and addresses", async (t) => {
  const { send, occupy, letGo } = await startSlow(t);
  await occupy("hamlet", "2001:db8:0:7::1");
  await occupy("ada", "2001:db8:0:7:ffff::2");
  assertBusy(await send("owen", "2001:db8:0:7::3"));
  await occupy("owen", "2001:db8:0:8::3");
  letGo();
});

test("when the budget is exhausted, large bodies are rejected and small ones are accepted", async (t) => {
  const { send, occupy, letGo } = await startSlow(t);
  const people = ["hamlet", "ada", "mona", "guy"] as const;
  for (const [at, person] of people.entries()) {
    for (const host of [1, 2]) await occupy(person, `192.0.${at}.${host}`);
  }
  assertBusy(await send("owen", "198.51.100.1"));
  await occupy("owen", "198.51.100.1", "a=1");
  await occupy(null, "198.51.100.2", "a=1");
  letGo();
});

test("anonymous clients that do not finish sending small bodies use up only their own share", async (t) => {
  const { origin, send, occupy, letGo } = await startSlow(t);
  const headers = { "x-forwarded-for": "203.0.113.9", "content-length": 65_536 };
  const incomplete = formatRequestHead({ method: "GET", path: "/work", headers }) + "x".repeat(65_000);
  const anonymousClients = Array.from({ length: 70 }, () => new RawClient(origin, incomplete));
  const refused = await Promise.any(anonymousClients.map((client) => client.receive("HTTP/1.1")));
  assert.match(refused, /^HTTP\/1.1 503 [^]*SERVER_BUSY/);
  await occupy("hamlet", "192.0.2.1");
  await occupy(null, "192.0.2.2", "a=1");
  letGo();
  for (const client of anonymousClients) client[Symbol.dispose]();
  assert.equal((await send("ada", "192.0.2.3")).status, 200);
});

test("the memory of an aborted body is released", async (t) => {
  const { origin, persist, letGo } = await startSlow(t);
  letGo();
  const headers = { "x-forwarded-for": "192.0.2.1", "content-length": 4 * MIB, expect: "100-continue" };
  for (let round = 0; round < 3; round += 1) {
    const client = new RawClient(origin, formatRequestHead({ method: "GET", path: "/work", as: "hamlet", headers }));
    await client.receive("100 Continue");
    client.write(form(3));
    client[Symbol.dispose]();
    await persist("hamlet", "192.0.2.1");
  }
});

test("a body that is still being processed counts although its client has disconnected", async (t) => {
  const { origin, waitForStart, gone, send, persist, letGo } = await startSlow(t);
  const body = form(4);
  const headers = { "x-forwarded-for": "192.0.2.1", "content-length": body.length };
  const started = waitForStart();
  const client = new RawClient(
    origin,
    formatRequestHead({ method: "GET", path: "/work", as: "hamlet", headers }) + body,
  );
  await started;
  client[Symbol.dispose]();
  await gone;
  assertBusy(await send("hamlet", "192.0.2.2"));
  letGo();
  await persist("hamlet", "192.0.2.2");
});
