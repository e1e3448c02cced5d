// Slow: checks out the previous release and starts its server.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { afterFile, createTestOrganization, ServerProcess, type TestUser } from "@parlance/testkit";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { startServer, TEST_HOST, TEST_SECRET } from "../../testkit/servers/test-server.ts";
import { checkOutPreviousRelease, findObstacle } from "./previous-release.ts";

/** Changes that a later release may make to a table that this release uses, and to the schema. */
const LATER_MIGRATION = `
  alter table message add column of_the_next_release text not null default 'unknown';
  create table of_the_next_release (message_id bigint primary key, note text not null)`;

function urlOf(connection: ConnectionSettings): string {
  const { host, port, user, database } = connection as { host: string; port: number; user: string; database: string };
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

const skip = findObstacle() ?? false;

test(
  "the previous release serves clients on the schema of this release, beside a process of this release",
  { skip },
  async () => {
    await using previous = await checkOutPreviousRelease();
    const server = await startServer({ url: `http://${TEST_HOST}` });
    const { hamlet, cordelia } = await createTestOrganization(server);
    const client = new pg.Client(server.connection);
    await client.connect();
    afterFile(() => client.end());
    await client.query(LATER_MIGRATION);
    const record = "insert into migration (name, oldest_release) values ('9999_of_the_next_release.sql', $1)";
    await client.query(record, [previous.version]);

    const env = {
      DATABASE_URL: urlOf(server.connection),
      PARLANCE_SECRET: TEST_SECRET.toString(),
      PARLANCE_EXTERNAL_URL: `http://${TEST_HOST}`,
    };
    await using older = await ServerProcess.startOnDatabase(env, { program: previous.program });
    await assertServes(hamlet.at(older), cordelia);
    await assertServes(cordelia, hamlet.at(older));
    assert.equal(await older.stop(), 0);

    // The previous release refuses a database that needs a newer one.
    await client.query("update migration set oldest_release = '999.0.0' where name like '9999%'");
    await assert.rejects(older.restart(), /needs release 999\.0\.0 or later/);
  },
);

/** Asserts that what one user does reaches the other user, who may use another process. */
async function assertServes(actor: TestUser, observer: TestUser): Promise<void> {
  const channel = await actor.createChannel(`channel of ${actor.fullName}`, [actor, observer]);
  const client = await observer.registerQueue();
  const file = Buffer.from(`a file of ${actor.fullName}`);
  const { url } = await actor.upload("/user_uploads", [file]);
  assert.equal((await actor.fetch(url)).status, 200);
  const id = await actor.sendToChannel(channel, { content: `See [the file](${url})` });
  await actor.callOrThrow("PATCH", `/messages/${id}`, { content: `Read [the file](${url})` });
  const received: string[] = [];
  while (!received.includes("update_message")) {
    for (const event of await client.poll({ block: true })) received.push(event.type);
  }
  assert.ok(received.includes("message"), received.join());
  const { messages } = await observer.callOrThrow("GET", "/messages", {
    anchor: "newest",
    num_before: 1,
    num_after: 0,
  });
  assert.deepEqual([messages[0]?.id, messages[0]?.content.startsWith("<p>Read ")], [id, true]);
}
