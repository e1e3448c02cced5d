// Slow: starts and kills servers that wait for their database.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { createInstallation } from "./fixtures/command-line.ts";
import { startFakePostgres } from "./fixtures/fake-postgres.ts";

const PROGRAM = fileURLToPath(new URL("start.mjs", import.meta.url));

interface StartingServer {
  /** Waits for a line of the server's output that matches. */
  readonly line: (what: RegExp) => Promise<string>;
  /** Stops the server as an operator does, and returns its exit status. */
  readonly stop: () => Promise<number | null>;
  readonly ended: Promise<number | null>;
  readonly lines: readonly string[];
}

/** Starts a server whose database may be unavailable. */
async function start(t: TestContext, databaseUrl: string): Promise<StartingServer & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-waiting-"));
  const env = { ...process.env, DATABASE_URL: databaseUrl };
  const args = [PROGRAM, "serve", "--port", "0", "--data-dir", dataDir];
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  t.after(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(dataDir, { recursive: true });
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream! }).on("line", (line) => {
      lines.push(line);
      for (const look of waiting) look();
    });
  }
  const line = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((one) => what.test(one));
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended without ${what}: ${lines.join("\n")}`)));
    });
  const stop = () => {
    child.kill("SIGTERM");
    return ended;
  };
  return { dataDir, line, stop, ended, lines };
}

const WAITING = /cannot be reached: .*; retrying/;

test("a server waits for an unavailable database, logs this once, and stops immediately on request", async (t) => {
  const { port, become } = await startFakePostgres(t, { error: ["57P03", "the database system is starting up"] });
  for (const [url, why] of [
    [`postgres://ada@127.0.0.1:${port}/chat`, /the database system is starting up; retrying/],
    ["postgres://ada@127.0.0.1:1/chat", /ECONNREFUSED.*; retrying/],
    ["postgres://ada@no-such-host.invalid/chat", /no-such-host\.invalid.*; retrying/],
    ["postgres://ada@localhost/chat?host=/nowhere", /ENOENT.*; retrying/],
  ] as const) {
    const server = await start(t, url);
    assert.match(await server.line(WAITING), why);
    assert.equal(await server.stop(), 0);
    assert.equal(server.lines.filter((line) => WAITING.test(line)).length, 1);
    assert.deepEqual(await readdir(server.dataDir), []);
  }
  const server = await start(t, `postgres://ada@127.0.0.1:${port}/chat`);
  await server.line(WAITING);
  become({ error: ["28P01", "password authentication failed"] });
  assert.equal(await server.ended, 1);
  await assert.doesNotReject(server.line(/^parlance: .*password authentication failed/));
});

test("a server that waits for its database starts as soon as the database is available", async (t) => {
  const { databaseUrl } = await createInstallation(t);
  const { username, port: number, pathname, searchParams } = new URL(databaseUrl);
  const socketPath = join(searchParams.get("host")!, `.s.PGSQL.${number}`);
  const way = createServer((inward) => {
    const onward = connect(socketPath);
    for (const socket of [inward, onward]) socket.on("error", () => [inward, onward].map((one) => one.destroy()));
    inward.pipe(onward).pipe(inward);
  });
  t.after(() => way.close());
  way.listen(0, "127.0.0.1");
  await once(way, "listening");
  const { port } = way.address() as AddressInfo;
  way.close();
  await once(way, "close");

  const server = await start(t, `postgres://${username}@127.0.0.1:${port}${pathname}`);
  await server.line(WAITING);
  way.listen(port, "127.0.0.1");
  await server.line(/^listening on /);
  assert.equal(await server.stop(), 0);
});
