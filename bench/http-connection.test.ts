import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "node:test";
import { HttpConnection, toRepeatable, bodyText } from "./http-connection.ts";

/** Connects to a server that sends these pieces of data, one after the other, for each request. */
async function connectTo(pieces: readonly string[]) {
  const server = createServer((socket) => {
    socket.setNoDelay(true).on("data", () => {
      void (async () => {
        for (const piece of pieces) {
          socket.write(piece);
          await delay(5);
        }
      })();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const connection = await HttpConnection.open((server.address() as AddressInfo).port);
  return {
    connection,
    [Symbol.dispose]() {
      connection[Symbol.dispose]();
      server.close();
    },
  };
}

test("a response is parsed correctly however the network splits it, and the connection is reused", async () => {
  using server = await connectTo(["HTTP/1.1 200 OK\r\nContent-Le", "ngth: 5\r\n\r", "\nhe", "llo"]);
  for (let times = 0; times < 2; times += 1) {
    const answer = await server.connection.fetch(Buffer.from("GET"));
    assert.deepEqual([answer.status, bodyText(answer)], [200, "hello"]);
  }
});

test("a repeatable response contains the server's own headers, but not those that Node adds to every response", async () => {
  using server = await connectTo(["HTTP/1.1 200 OK\r\nX-Own: a: b\r\nDate: now\r\nContent-Length: 2\r\n\r\nhi"]);
  const answer = await server.connection.fetch(Buffer.from("GET"));
  assert.deepEqual(toRepeatable(answer), { headers: { "X-Own": "a: b" }, body: "hi" });
});

test("an unsuccessful response ends the measurement with the server's message", async () => {
  using server = await connectTo(["HTTP/1.1 400 Bad\r\nContent-Length: 4\r\n\r\nnope"]);
  await assert.rejects(server.connection.fetch(Buffer.from("GET")), /status 400: nope/);
});
