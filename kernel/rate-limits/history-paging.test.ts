import assert from "node:assert/strict";
import { test } from "node:test";
import { type Narrow, createTestOrganization, startServer, defaultRateLimits } from "@parlance/testkit";

const server = await startServer({ rateLimits: defaultRateLimits }, { checkResponses: false });

test("a client that quickly loads a thousand pages of history does not reach the limit", async () => {
  const { hamlet } = await createTestOrganization(server);
  const loadPage = () => hamlet.get("/messages", { anchor: "newest", num_before: 100, num_after: 0 });
  assert.equal((await loadPage()).headers["x-ratelimit-limit"], "200");
  for (let count = 0; count < 50; count += 1) {
    const answers = await Promise.all(Array.from({ length: 20 }, loadPage));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  }
});

test("a client that loads 25,000 messages in pages of a thousand, searches and registers does not reach the limit", async () => {
  const { realmId, hamlet, othello } = await createTestOrganization(server);
  const channel = await hamlet.createChannel("denmark", [hamlet, othello]);
  const { rows } = await server.db.pool.query<{ id: string }>(
    `insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
     select nextval('message_id'), $1, channel.recipient_id, $2, 'history', 'history', repeat('words ', 80),
       '<p>' || repeat('words ', 80) || '</p>', now(), 'history'
     from channel cross join generate_series(1, 1000) where channel.id = $3 returning id`,
    [realmId, othello.id, channel],
  );
  await server.db.pool.query("update realm_counter set last_message_id = $1 where realm_id = $2", [
    Math.max(...rows.map(({ id }) => Number(id))),
    realmId,
  ]);
  const succeeds = async (answer: Promise<{ readonly status: number }>) => assert.equal((await answer).status, 200);
  await succeeds(hamlet.post("/register", {}));
  for (let page = 0; page < 25; page += 1) {
    const answer = await hamlet.get("/messages", { anchor: "newest", num_before: 1000, num_after: 0 });
    assert.deepEqual([answer.status, (answer.body["messages"] as unknown[]).length], [200, 1000]);
  }
  for (let search = 0; search < 20; search += 1) {
    const narrow: Narrow = [["search", "words"]];
    await succeeds(hamlet.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow }));
  }
  await succeeds(hamlet.get("/users"));
});
