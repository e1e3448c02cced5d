import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { newRealm, startServer } from "@parlance/testkit";

test("a stop waits neither for polls nor for connections on which nothing comes", async () => {
  const server = await startServer();
  const { hamlet } = await newRealm(server);
  const client = await hamlet.registers();
  const waiting = client.polls({ block: true });
  const silent = connect(server.port, "127.0.0.1");
  silent.on("error", () => undefined);
  const halfRequest = connect(server.port, "127.0.0.1");
  halfRequest.on("error", () => undefined);
  halfRequest.write("POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
  await new Promise((resolve) => setTimeout(resolve, 100));

  const began = Date.now();
  await server[Symbol.asyncDispose]();

  assert.deepEqual(await waiting, []);
  assert.ok(Date.now() - began < 10_000, "it does not take until the clients give up");
  silent.destroy();
  halfRequest.destroy();
});
