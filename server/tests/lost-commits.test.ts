import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { createTestOrganization, startServer, type TestServer } from "@parlance/testkit";

const IN_DOUBT = [503, "OUTCOME_UNKNOWN", "5"];

/**
 * Starts a server whose database runs a statement for every message that starts with "Doubt": when the message is
 * inserted, or at the commit.
 */
async function serverThatRuns(statement: string, when: "at once" | "with the commit"): Promise<TestServer> {
  const server = await startServer();
  await sql`create function misfortune() returns trigger language plpgsql as ${sql.lit(
    `begin perform ${statement}; return null; end`,
  )}`.execute(server.db.reader);
  const deferral = when === "at once" ? sql`not deferrable` : sql`deferrable initially deferred`;
  await sql`create constraint trigger misfortune after insert on message ${deferral}
    for each row when (new.content like 'Doubt%') execute function misfortune()`.execute(server.db.reader);
  return server;
}

/** Sends a message that starts with "Doubt". Returns the response, and the number of stored messages. */
async function sendTo(server: TestServer) {
  const { hamlet, realmId } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("doubt", [hamlet]);
  const { status, code, headers } = await hamlet.post("/messages", {
    type: "channel",
    to: channel,
    topic: "doubt",
    content: "Doubt thou the stars are fire",
  });
  const written = await server.db.reader
    .selectFrom("message")
    .select("id")
    .where("realm_id", "=", realmId)
    .where("content", "like", "Doubt%")
    .orderBy("id")
    .execute();
  await hamlet.callOrThrow("GET", "/users/me");
  return { answer: [status, code, headers["retry-after"]], written: written.length };
}

test("if a commit succeeded but writing it to disk was not confirmed, the response says that the outcome is unknown", async () => {
  const flushers = "pid from pg_stat_activity where application_name = 'parlance flush'";
  const server = await serverThatRuns(
    `pg_terminate_backend(pid, 5000) from (select ${flushers} and datname = current_database()) flusher`,
    "at once",
  );
  const { answer, written } = await sendTo(server);
  assert.deepEqual(answer, IN_DOUBT);
  assert.equal(written, 1);
});

test("if the connection is lost during the commit, the response says that the outcome is unknown", async () => {
  const server = await serverThatRuns("pg_terminate_backend(pg_backend_pid())", "with the commit");
  const { answer } = await sendTo(server);
  assert.deepEqual(answer, IN_DOUBT);
});

test("if the connection is lost before the commit, the database is reported as unavailable and nothing was written", async () => {
  const server = await serverThatRuns("pg_terminate_backend(pg_backend_pid())", "at once");
  const { answer, written } = await sendTo(server);
  assert.deepEqual(answer, [503, "DATABASE_UNAVAILABLE", "5"]);
  assert.equal(written, 0);
});
