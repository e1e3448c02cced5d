import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { sql } from "kysely";
import {
  type ApiResponse,
  fetchPath,
  createTestOrganization,
  DedicatedPostgres,
  type TestUser,
  startServerOnDatabase,
  type TestServer,
  until,
} from "@parlance/testkit";

const postgres = await DedicatedPostgres.start();
const server = await startServerOnDatabase(postgres.connection, {}, { withJobs: true });

/** Requests a path outside of the API. Returns the status and the error code. */
async function look(path: string): Promise<[status: number, code: unknown]> {
  const { status, bytes } = await fetchPath({ port: server.port, host: "127.0.0.1" }, path);
  return [status, (JSON.parse(bytes.toString()) as { code?: string }).code];
}

const untilReady = () => until(async () => (await look("/ready"))[0] === 200);

const refusalOf = ({ status, result, code, headers }: ApiResponse) => [status, result, code, headers["retry-after"]];
const AWAY = [503, "error", "DATABASE_UNAVAILABLE", "5"];

test("during a database outage, requests fail with a retry delay; afterwards everything works again", async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("away", [hamlet, cordelia]);
  const client = await cordelia.registerQueue({ event_types: ["message"] });
  const before = await hamlet.sendToChannel(channel, { content: "before" });

  await postgres.stop();
  assert.deepEqual(refusalOf(await hamlet.get("/users/me")), AWAY);
  assert.deepEqual(refusalOf(await hamlet.call("GET", "/no/such/thing")).slice(0, 1), [404]);
  const message = { type: "channel", to: channel, topic: "topic", content: "meanwhile" } as const;
  const sent = await Promise.all(Array.from({ length: 20 }, () => hamlet.post("/messages", message)));
  for (const answer of sent) assert.deepEqual(refusalOf(answer), AWAY);
  assert.deepEqual(await look("/ready"), [503, "DATABASE_UNAVAILABLE"]);
  assert.deepEqual(await look("/health"), [200, undefined]);
  const page = await fetchPath({ port: server.port, host: hamlet.site.host }, "/login/");
  assert.deepEqual([page.status, page.headers["retry-after"]], [503, "5"]);

  await postgres.start();
  await untilReady();
  const after = await hamlet.sendToChannel(channel, { content: "after" });
  const events: number[] = [];
  while (!events.includes(after)) {
    for (const { message: received } of await client.poll({ block: true })) if (received) events.push(received.id);
  }
  assert.deepEqual(events, [before, after]);
});

test("event delivery, jobs and search indexing resume automatically after a database outage", async () => {
  const { desdemona, hamlet, realmId } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("jobs", [hamlet]);
  await postgres.stop();
  assert.deepEqual(await look("/ready"), [503, "DATABASE_UNAVAILABLE"]);
  await postgres.start();
  await untilReady();

  await until(async () => {
    const { rows } = await sql<{ listening: number }>`
      select count(*)::int as listening from pg_stat_activity
      where application_name = 'parlance bus'`.execute(server.db.reader);
    return rows[0]?.listening === 1;
  });
  const folder = server.mailFolder;
  const countEmails = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml")).length;
  const emailsBefore = await countEmails();
  await desdemona.callOrThrow("POST", "/invites", { invitee_emails: "yorick@example.com", stream_ids: [] });
  await until(async () => (await countEmails()) > emailsBefore);
  const id = await hamlet.sendToChannel(channel, { content: "alas" });
  await until(async () => {
    const { rows } = await sql<{ upTo: number }>`
      select indexed_up_to as "upTo" from search_progress where realm_id = ${realmId}`.execute(server.db.reader);
    return (rows[0]?.upTo ?? 0) >= id;
  });
});

/** Sends messages one after the other until stopped. Returns the responses by content. */
async function sendUntil(
  person: TestUser,
  { channel, topic, isOver }: { channel: number; topic: string; isOver: () => boolean },
): Promise<Map<string, ApiResponse>> {
  const answers = new Map<string, ApiResponse>();
  for (let count = 0; !isOver(); count += 1) {
    const content = `${topic}: ${person.fullName} ${count}`;
    const message = { type: "channel", to: channel, topic, content } as const;
    answers.set(content, await person.post("/messages", message));
  }
  return answers;
}

const messagesOf = async ({ db }: TestServer, realmId: number): Promise<string[]> =>
  (await db.reader.selectFrom("message").select("content").where("realm_id", "=", realmId).orderBy("id").execute()).map(
    ({ content }) => content,
  );

test("a database crash loses no acknowledged message, and no request that took effect is reported as failed", async () => {
  const { hamlet, cordelia, othello, iago, realmId } = await createTestOrganization(server);
  const people = [hamlet, cordelia, othello, iago];
  const channel = await hamlet.createChannel("crash", people);
  for (let round = 0; round < 3; round += 1) {
    let isOver = false;
    const how = { channel, topic: `crash ${round}`, isOver: () => isOver };
    const sending = people.map((person) => sendUntil(person, how));
    const before = (await messagesOf(server, realmId)).length;
    await until(async () => (await messagesOf(server, realmId)).length > before + 20);
    await postgres.crash();
    isOver = true;
    const answers = (await Promise.all(sending)).flatMap((one) => [...one]);
    await postgres.start();
    await untilReady();
    const stored = new Set(await messagesOf(server, realmId));
    for (const [content, answer] of answers) {
      if (answer.result === "success") assert.ok(stored.has(content), `${content} was acknowledged`);
      else if (answer.code === "DATABASE_UNAVAILABLE")
        assert.ok(!stored.has(content), `${content} was reported as rejected`);
      else assert.deepEqual(refusalOf(answer), [503, "error", "OUTCOME_UNKNOWN", "5"], content);
    }
  }
});
