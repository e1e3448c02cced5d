import assert from "node:assert/strict";
import { request } from "node:http";
import { test, type TestContext } from "node:test";
import { z } from "zod";
import { until } from "@parlance/testkit/until.ts";
import type { AppOptions } from "./build-app.ts";
import { endpoint } from "./endpoint.ts";
import { requestWithoutReading } from "./fixtures/non-reading-client.ts";
import { basicAuth, apiKeyOf, type TestUser, type TestResponse, startApp } from "./fixtures/test-app.ts";
import { text } from "./params.ts";

const headersOf = (person: TestUser) => ({ authorization: basicAuth(`${person}@acme.example`, apiKeyOf(person)) });

/**
 * Starts a server whose large work continues until the test ends it. Records the received requests and the started
 * work, in order.
 */
async function startWorking(t: TestContext, options: Partial<AppOptions> = {}) {
  const came: string[] = [];
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const shape = {
    summary: "Do large work",
    access: "user",
    input: z.object({ name: text() }),
    response: z.object({ list: z.array(z.string()) }),
    errors: [],
  } as const;
  const work = async (name: string) => {
    started.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    if (name === "failing") throw new Error("no");
    return { list: name === "long" ? Array.from({ length: 20_000 }, () => "x".repeat(1000)) : [] };
  };
  const found = endpoint.read({
    ...shape,
    route: "GET /work",
    async handler({ startLargeWork }, { input: { name } }) {
      came.push(name);
      await startLargeWork();
      return work(name);
    },
  });
  const declared = endpoint.read({
    ...shape,
    route: "GET /always",
    isLargeWork: true,
    handler: (_ctx, { input: { name } }) => work(name),
  });
  const app = await startApp(t, [found, declared], { strict: false, ...options });
  /** Sends a request, and waits until it is being processed or in the queue. */
  const startRequest = async (as: TestUser, name: string): Promise<{ answer: Promise<TestResponse> }> => {
    const answer = app.call("GET", `/work?name=${name}`, { as });
    // Some tests end while requests are still waiting.
    answer.catch(() => undefined);
    await until(() => came.includes(name));
    return { answer };
  };
  const startOf = (name: string) => until(() => started.includes(name));
  const end = (name: string) => ends.get(name)?.();
  return { ...app, came, started, startRequest, startOf, end };
}

test("large requests of one account run one after the other, and do not delay another account", async (t) => {
  const { started, startRequest, startOf, end } = await startWorking(t);
  const names = Array.from({ length: 10 }, (_, nth) => `hamlet-${nth}`);
  const own = [];
  for (const name of names) own.push(await startRequest("hamlet", name));
  const other = await startRequest("ada", "ada");
  await startOf("ada");
  assert.deepEqual(started, ["hamlet-0", "ada"]);
  end("ada");
  assert.equal((await other.answer).status, 200);
  for (const [index, name] of names.entries()) {
    await startOf(name);
    assert.equal(started.length, index + 2);
    end(name);
    assert.equal((await own[index]!.answer).status, 200);
  }
});

test("if many accounts have large work, each account gets one turn before any account gets a second one", async (t) => {
  const { started, startRequest, startOf, end } = await startWorking(t);
  for (const person of ["owen", "ada", "mona", "guy"] as const) {
    await startRequest(person, person);
    await startOf(person);
  }
  for (const name of ["hamlet-1", "hamlet-2", "hamlet-3"]) await startRequest("hamlet", name);
  await startRequest("bot", "bot-1");
  assert.equal(started.length, 4);
  end("owen");
  await startOf("hamlet-1");
  end("hamlet-1");
  await startOf("bot-1");
  assert.equal(started.length, 6);
  end("ada");
  await startOf("hamlet-2");
  assert.equal(started.length, 7);
});

test("the next work starts when the previous work fails, or when its response was created but not read yet", async (t) => {
  const { server, backlog, startRequest, startOf, end } = await startWorking(t);
  const failing = await startRequest("hamlet", "failing");
  await startOf("failing");
  const socket = await requestWithoutReading(server, "/work?name=long");
  end("failing");
  assert.equal((await failing.answer).status, 500);
  await startOf("long");
  await startRequest("hamlet", "next");
  end("long");
  await startOf("next");
  assert.ok(backlog.pendingBytes > 10_000_000);
  socket.destroy();
});

test("a request whose client disconnects while it waits is not processed", async (t) => {
  const { origin, logged, came, started, startRequest, startOf, end } = await startWorking(t);
  await startRequest("hamlet", "first");
  await startOf("first");
  const impatient = request(`${origin}/api/v1/work?name=impatient`, { headers: headersOf("hamlet") });
  impatient.on("error", () => undefined).end();
  await until(() => came.includes("impatient"));
  impatient.destroy();
  // The server notices the lost connection before the response to this later request is complete.
  await startRequest("ada", "ada");
  await startOf("ada");
  await startRequest("hamlet", "last");
  end("ada");
  await until(() => logged.some(({ status }) => status === 200));
  end("first");
  await startOf("last");
  assert.deepEqual(started, ["first", "ada", "last"]);
  assert.ok(logged.some(({ status }) => status === 499));
});

test("an operation declared as large work waits for its account's turn before it does anything", async (t) => {
  const { started, call, startRequest, startOf, end } = await startWorking(t);
  await startRequest("hamlet", "first");
  await startOf("first");
  const second = call("GET", "/always?name=second");
  second.catch(() => undefined);
  void call("GET", "/always?name=ada", { as: "ada" }).catch(() => undefined);
  await startOf("ada");
  assert.deepEqual(started, ["first", "ada"]);
  end("first");
  await startOf("second");
  end("second");
  assert.equal((await second).status, 200);
});
