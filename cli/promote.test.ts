// Slow: starts, kills and restarts servers with much data.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createDatabase, type TestUser, ServerProcess } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { killWhen, demoUser, loadRows, createStoppedDataDirectory } from "./fixtures/backups.ts";
import { type Outcome, runParlance } from "./fixtures/command-line.ts";

/** Creates an empty database, which is dropped after the test. Returns its URL. */
async function createEmptyDatabase(t: TestContext): Promise<string> {
  const { connection, dropDatabase } = await createDatabase();
  t.after(dropDatabase);
  await loadRows(connection, "drop schema public cascade; drop schema if exists jobs cascade; create schema public");
  const { host, port, user, database } = connection as { host: string; port: number; user: string; database: string };
  return `postgres://${user}:secret@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

const promote = (dataDir: string, ...args: readonly string[]): Promise<Outcome> =>
  runParlance(["promote", ...args, "--json", "--data-dir", dataDir]);

/** Returns the error message of the command, which must have failed. */
const errorOf = ({ code, err }: Outcome): string => {
  assert.equal(code, 1, err);
  return JSON.parse(err.trim().split("\n").at(-1) ?? "").error;
};

/** Waits until a server process has started. The server is stopped after the test. */
async function startServer(t: TestContext, start: Promise<ServerProcess>): Promise<ServerProcess> {
  const server = await start;
  t.after(() => server[Symbol.asyncDispose]());
  return server;
}

/** Sends messages one after the other until the server is stopped. Returns the ids of the acknowledged messages. */
async function sendUntilStopped(person: TestUser): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const answer = await person
      .post("/messages", { type: "channel", to: "general", topic: "moving", content: `number ${ids.length}` })
      .catch(() => undefined);
    if (answer === undefined) return ids;
    if (answer.result === "success") ids.push(answer.id);
  }
}

test("a running server moves to the new database with all acknowledged messages, and its clients' event queues continue", async (t) => {
  const server = await startServer(t, ServerProcess.start());
  const [owner, member] = [await demoUser(server, "owner"), await demoUser(server, "member")];
  const client = await owner.registerQueue({ event_types: ["message"] });
  const before = await member.sendToChannel("general", { topic: "moving" });
  const writing = sendUntilStopped(member);
  const url = await createEmptyDatabase(t);
  const { code, err, json } = await promote(server.dataDir, url);
  assert.equal(code, 0, err);
  const acknowledged = await writing;
  assert.equal(json["server_stopped"], true);
  assert.ok(!JSON.stringify(json).includes("secret"), "the output does not contain the password");
  assert.ok(json["rows"] > 100);
  assert.ok(!existsSync(join(server.dataDir, "server.json")), "the server has stopped in order");

  const again = await startServer(t, ServerProcess.startOn(server.dataDir, { DATABASE_URL: url }));
  const there = (await demoUser(again, "owner")).at({ port: again.port });
  const { messages } = await there.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 5000,
    num_after: 0,
    narrow: [
      ["channel", "general"],
      ["topic", "moving"],
    ],
  });
  const restored = new Set(messages.map(({ id }) => id));
  assert.deepEqual(
    acknowledged.filter((id) => !restored.has(id)),
    [],
  );
  const { events } = await there.callOrThrow("GET", "/events", {
    queue_id: client.queueId,
    last_event_id: client.lastEventId,
    dont_block: true,
  });
  const received = events.flatMap((event) => (event.type === "message" ? [event.message.id] : []));
  assert.ok(received.includes(before));
  for (const id of acknowledged) assert.ok(received.includes(id));
  await there.sendToChannel("general", { topic: "moving", content: "arrived" });
});

test("the database can be moved without a running server, and the former database is rejected until the promotion is undone", async (t) => {
  const dataDir = await createStoppedDataDirectory(t);
  const url = await createEmptyDatabase(t);
  const organizations = async (env: Readonly<Record<string, string>> = {}) =>
    (await runParlance(["organization", "list", "--json", "--data-dir", dataDir], { env })).json;
  const before = await organizations();
  const { code, err, json } = await promote(dataDir, url);
  assert.equal(code, 0, err);
  assert.equal(json["server_stopped"], false);
  assert.deepEqual(
    (await readdir(dataDir)).filter((name) => name.startsWith("promoting-")),
    [],
  );
  assert.deepEqual((await organizations({ DATABASE_URL: url }))?.organizations, before.organizations);

  await assert.rejects(ServerProcess.startOn(dataDir), /was moved to localhost:\d+\/test_\w+ at .* set DATABASE_URL/);
  const refused = await runParlance(["organization", "list", "--json", "--data-dir", dataDir]);
  assert.match(errorOf(refused), /promote --undo/);
  assert.match(errorOf(await promote(dataDir, await createEmptyDatabase(t))), /was moved to/);

  assert.equal((await promote(dataDir, "--undo")).code, 0);
  assert.deepEqual((await organizations())?.organizations, before.organizations);
  assert.match(errorOf(await promote(dataDir, "--undo")), /was not promoted/);
});

test("if the new database cannot be used, the promotion is rejected and the server continues to run", async (t) => {
  const server = await startServer(t, ServerProcess.start());
  const member = await demoUser(server, "member");
  const { connection, dropDatabase } = await createDatabase();
  t.after(dropDatabase);
  const { host, port, user, database } = connection as { host: string; port: number; user: string; database: string };
  const used = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /specify the new database/],
    [["mysql://localhost/chat"], /is not the URL of a database; use the form postgres:/],
    [["postgres://nobody@localhost:1/none"], /cannot be reached/],
    [[used], /is not empty/],
  ];
  for (const [args, reason] of wrong) assert.match(errorOf(await promote(server.dataDir, ...args)), reason);
  const env = { DATABASE_URL: used };
  const beside = await runParlance(["promote", used, "--json", "--data-dir", server.dataDir], { env });
  assert.match(errorOf(beside), /DATABASE_URL is set/);
  await member.sendToChannel("general");
});

const isPresent = async (url: string, name: string): Promise<boolean> =>
  (await loadRows({ connectionString: url }, `select where to_regclass('${name}') is not null`)).length > 0;

test("if a promotion is killed while copying, nothing has changed, and the next promotion starts from the beginning", async (t) => {
  const server = await startServer(t, ServerProcess.start());
  const member = await demoUser(server, "member");
  const hasFolder = () => readdirSync(server.dataDir).some((name) => name.startsWith("promoting-"));
  const url = await createEmptyDatabase(t);
  const isLoading = "select from pg_namespace where nspname = 'jobs'";
  // The folder of the first attempt still exists, so the second attempt needs a different condition.
  const conditions = [
    async () => hasFolder(),
    async () => (await loadRows({ connectionString: url }, isLoading)).length > 0,
  ];
  for (const moment of conditions.slice(-randomRun({ rounds: 1, exploreRounds: conditions.length }).rounds)) {
    assert.ok(await killWhen(["promote", url, "--data-dir", server.dataDir], moment));
    await member.sendToChannel("general", { content: "still here" });
    assert.ok(!(await isPresent(url, "message")));
  }
  const { code, err } = await promote(server.dataDir, url);
  assert.equal(code, 0, err);
  assert.ok(!hasFolder(), "what the killed one left is gone");
});

test("if a promotion is killed at the end, no server uses the copy, and the server continues to run", async (t) => {
  const server = await startServer(t, ServerProcess.start());
  const member = await demoUser(server, "member");
  const url = await createEmptyDatabase(t);
  assert.ok(await killWhen(["promote", url, "--data-dir", server.dataDir], () => isPresent(url, "message")));
  const id = await member.sendToChannel("general", { content: "still here" });

  await assert.rejects(
    ServerProcess.startOnDatabase({ DATABASE_URL: url }),
    /an unfinished copy that `parlance promote` started/,
  );
  assert.match(errorOf(await promote(server.dataDir, url)), /contains an unfinished copy/);
  // The killed promotion may already have marked the embedded database as moved.
  await promote(server.dataDir, "--undo");
  const anew = await createEmptyDatabase(t);
  const { code, err } = await promote(server.dataDir, anew);
  assert.equal(code, 0, err);
  const again = await startServer(t, ServerProcess.startOn(server.dataDir, { DATABASE_URL: anew }));
  assert.equal((await member.at({ port: again.port }).get(`/messages/${id}`)).result, "success");
});
