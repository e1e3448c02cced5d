import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { test, type TestContext } from "node:test";
import { until } from "@parlance/testkit/until.ts";
import { BodyBudget, BodyReservation } from "./body-budget.ts";
import { IncomingBody } from "./incoming-body.ts";
import { SlowTransferGuard } from "./slow-transfer-guard.ts";

/** Starts a request whose body is sent by the test. Returns the request, and the body as the server receives it. */
async function startRequest(t: TestContext) {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const received = once(server, "request") as Promise<[IncomingMessage]>;
  const outgoing = request({ port: (server.address() as AddressInfo).port, method: "POST", agent: false });
  outgoing.on("error", () => undefined).flushHeaders();
  const [message] = await received;
  // With these limits, no client counts as too slow.
  const pace = new SlowTransferGuard({ bytesPerSecond: 0, graceSeconds: 0 });
  t.after(() => pace.stop());
  const body = new IncomingBody(message, new BodyReservation(new BodyBudget(2 ** 20), "a network"), pace);
  return { outgoing, message, body };
}

const broken = /Malformed request body/;

test("reading a body fails if its client has already disconnected", async (t) => {
  const { outgoing, message, body } = await startRequest(t);
  outgoing.destroy();
  await until(() => message.destroyed);
  await assert.rejects(
    body.read(() => undefined),
    broken,
  );
});

test("reading a completely received body fails if its client disconnects while the consumer is busy", async (t) => {
  const { outgoing, message, body } = await startRequest(t);
  const processed = Promise.withResolvers<void>();
  const chunks: string[] = [];
  const reading = body.read((chunk) => {
    chunks.push(chunk.toString());
    return processed.promise;
  });
  const ended = assert.rejects(reading, broken);
  outgoing.write("one");
  await until(() => chunks.length === 1);
  outgoing.end("two");
  await until(() => message.complete);
  outgoing.destroy();
  await until(() => message.destroyed);
  processed.resolve();
  await ended;
  assert.deepEqual(chunks, ["one"]);
});

test("if a client disconnects after the consumer has failed, the disconnection is noticed", async (t) => {
  const { outgoing, message, body } = await startRequest(t);
  const failed = Promise.withResolvers<void>();
  const ended = assert.rejects(
    body.read(() => failed.promise),
    /the disk is full/,
  );
  outgoing.write("x".repeat(2 ** 20));
  await until(() => message.isPaused());
  failed.reject(new Error("the disk is full"));
  await ended;
  outgoing.destroy();
  await until(() => message.destroyed);
});
