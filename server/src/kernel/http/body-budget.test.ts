import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { request } from "node:http";
import { test } from "node:test";
import Fastify from "fastify";
import { limitBodies } from "./body-budget.ts";

/** Announces a body of so many bytes and sends only the first of them. */
function begin(port: number, length: number) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const outgoing = request({ port, host: "127.0.0.1", method: "POST", headers: { "content-length": length } });
  outgoing.on("response", ({ statusCode = 0 }) => resolve(statusCode));
  outgoing.on("error", () => resolve(0));
  outgoing.write("x");
  return { outgoing, answered: promise };
}

test("large bodies on their way are bounded together, and room is made when one ends", async (t) => {
  const app = Fastify();
  limitBodies(app, 1_000_000);
  app.addContentTypeParser("*", { parseAs: "string" }, (_request, _body, done) => done(null, {}));
  app.post("/", async () => "thanks");
  await app.listen({ port: 0, host: "127.0.0.1" });
  t.after(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  const first = begin(port, 900_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const second = begin(port, 900_000);
  assert.equal(await second.answered, 503);
  second.outgoing.destroy();
  const small = begin(port, 1);
  small.outgoing.end();
  assert.equal(await small.answered, 200);

  first.outgoing.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const third = begin(port, 900_000);
  third.outgoing.end("x".repeat(899_999));
  assert.equal(await third.answered, 200);
});
