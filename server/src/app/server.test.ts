import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { createTestOrganization, startServer, startServerBeside, untilPollsWaiting } from "@parlance/testkit";

test("a stopping server waits neither for long polls nor for idle connections", async () => {
  const server = await startServer();
  const { hamlet } = await createTestOrganization(server);
  const client = await hamlet.registerQueue();
  const waiting = client.poll({ block: true });
  await untilPollsWaiting(server, 1);
  const silent = connect(server.port, "127.0.0.1");
  silent.on("error", () => undefined);
  await once(server.app.server, "connection");
  const halfRequest = connect(server.port, "127.0.0.1");
  halfRequest.on("error", () => undefined);
  halfRequest.write("POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
  const [request] = (await once(server.app.server, "request")) as [IncomingMessage];
  assert.equal(request.method, "POST");

  await server[Symbol.asyncDispose]();

  assert.deepEqual(await waiting, []);
  silent.destroy();
  halfRequest.destroy();
});

test("a server with the wrong secret deletes no unfinished files before it reports the secret", async (t) => {
  const uploadsFolder = await mkdtemp(join(tmpdir(), "parlance-uploads-"));
  t.after(() => rm(uploadsFolder, { recursive: true }));
  const unfinished = join(uploadsFolder, ".unfinished");
  await mkdir(unfinished);
  const server = await startServer();
  await writeFile(join(unfinished, "upload"), "half");
  const secret = Buffer.from("another secret, which is long enough");
  await assert.rejects(startServerBeside(server, { uploadsFolder }, { shared: false, secret }), /does not match/);
  assert.deepEqual(await readdir(unfinished), ["upload"]);
  await startServerBeside(server, { uploadsFolder }, { shared: false });
  assert.deepEqual(await readdir(unfinished), []);
});
