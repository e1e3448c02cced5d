// Slow: starts servers as separate processes, and PgBouncer.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import {
  createTestOrganization,
  DedicatedPostgres,
  ServerProcess,
  startPgBouncer,
  startServerOnDatabase,
  TEST_HOST,
  TEST_SECRET,
  withoutPgBouncer,
} from "@parlance/testkit";
import { runParlanceProcess } from "./fixtures/command-line.ts";

const DATABASE = "parlance";
const options = { skip: withoutPgBouncer };

/** The settings of PgBouncer that the documentation recommends, except those of addresses and passwords. */
async function readDocumentedSettings(): Promise<Record<string, string>> {
  const page = await readFile(new URL("../docs/operations.md", import.meta.url), "utf8");
  const [, section = ""] = /```ini\n[^`]*\[pgbouncer\]\n([^`]*)```/.exec(page) ?? [];
  const settings = section
    .trim()
    .split("\n")
    .map((line) => line.split(" = ") as [name: string, value: string]);
  return Object.fromEntries(settings.filter(([name]) => !/^(listen|auth)_/.test(name)));
}

/** Starts PostgreSQL with a test organization, and PgBouncer with settings of pgbouncer.ini. */
async function startDatabase(settings: Readonly<Record<string, string | number>> = {}) {
  const postgres = await DedicatedPostgres.start();
  const server = await startServerOnDatabase(postgres.connection);
  const organization = await createTestOrganization(server);
  await server[Symbol.asyncDispose]();
  const address = postgres.connection as { host: string; port: number; user: string };
  const bouncer = await startPgBouncer(address, { settings });
  const env = {
    DATABASE_URL: bouncer.url(DATABASE),
    PARLANCE_SECRET: TEST_SECRET.toString(),
    PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
  };
  return { organization, bouncer, env, directUrl: { PARLANCE_DATABASE_DIRECT_URL: postgres.url } };
}

type Started = Awaited<ReturnType<typeof startDatabase>>;

/** Sends and edits messages, and polls their events, on two processes, one of which is restarted meanwhile. */
async function useProcesses({ organization, bouncer, env }: Started): Promise<void> {
  await using first = await ServerProcess.startOnDatabase(env);
  await using second = await ServerProcess.startOnDatabase(env);
  const [sender, reader] = [organization.hamlet.at(first), organization.cordelia.at(second)];
  const channel = await sender.createChannel("pooled", [organization.hamlet, organization.cordelia]);
  const queue = await reader.registerQueue({ event_types: ["message", "update_message"] });
  const id = await sender.sendToChannel(channel, { content: "to be" });
  const [sent] = await queue.poll({ block: true });
  assert.deepEqual([sent?.message?.id, sent?.message?.content], [id, "<p>to be</p>"]);
  await sender.callOrThrow("PATCH", `/messages/${id}`, { content: "or not to be" });
  const [edited] = await queue.poll({ block: true });
  assert.equal(edited?.["rendered_content"], "<p>or not to be</p>");

  await bouncer.reconnect();
  assert.equal(await second.stop(), 0);
  await second.restart();
  const later = await sender.sendToChannel(channel, { content: "that is the question" });
  const [received] = await queue.poll({ block: true });
  assert.equal(received?.message?.id, later, "the queue of the stopped process continues");
  for (const server of [first, second]) assert.equal(await server.stop(), 0);
}

test(
  "behind PgBouncer with the settings of the documentation, messages are sent, edited and received across processes and restarts",
  options,
  async () => {
    const settings = await readDocumentedSettings();
    assert.equal(settings["pool_mode"], "transaction");
    // Few connections, so that the transactions of a client run on different ones.
    const started = await startDatabase({ ...settings, default_pool_size: 3 });
    await useProcesses({ ...started, env: { ...started.env, ...started.directUrl } });
  },
);

test("behind PgBouncer in session mode, no other address of the database is needed", options, async () => {
  await useProcesses(await startDatabase({ pool_mode: "session", default_pool_size: 60 }));
});

test(
  "behind PgBouncer in transaction mode, a server without a direct address ends with an error that says what to set",
  options,
  async () => {
    const { env, directUrl } = await startDatabase();
    const { code, err } = await runParlanceProcess(["serve", "--port", "0"], { env });
    assert.equal(code, 1);
    assert.match(
      err,
      /connection pooler in transaction mode.*Set database.direct_url \(PARLANCE_DATABASE_DIRECT_URL\)/,
    );
    const doctor = (more: object) => runParlanceProcess(["doctor"], { env: { ...env, ...more } });
    assert.match((await doctor({})).out, /fail {2}database: .*connection pooler in transaction mode/);
    assert.match(
      (await doctor(directUrl)).out,
      /ok {4}pooler: database.url leads to a connection pooler in transaction mode, without prepared statements/,
    );
  },
);
