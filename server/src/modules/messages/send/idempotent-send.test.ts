import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, type TestUser } from "@parlance/testkit";

const send = (person: TestUser, key: string, content = "Hello") =>
  person.call("POST", "/messages", { type: "direct", to: [person.id], content }, { "idempotency-key": key });

test("repeating a request to send with the same key returns the first response and sends no other message", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  const first = await send(hamlet, "k1");
  const again = await send(hamlet, "k1");
  assert.deepEqual([again.result, again["id"]], ["success", first["id"]]);
  assert.equal((await client.poll()).length, 1);

  const fromOtherUser = await send(othello, "k1");
  assert.notEqual(fromOtherUser["id"], first["id"], "keys are each user's own");
});

test("several concurrent requests with the same key send one message", async () => {
  const { hamlet } = await createTestOrganization();
  const client = await hamlet.registerQueue({ event_types: ["message"] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(hamlet, "together")));
  assert.equal(new Set(answers.map((answer) => answer["id"])).size, 1);
  assert.equal((await client.poll()).length, 1);
});

test("a key that was used for another message is rejected, both in later and in concurrent requests", async () => {
  const { hamlet } = await createTestOrganization();
  await send(hamlet, "k", "one");
  const later = await send(hamlet, "k", "two");
  assert.deepEqual([later.status, later.code], [409, "IDEMPOTENCY_KEY_REUSED"]);
  const both = await Promise.all([send(hamlet, "j", "one"), send(hamlet, "j", "two")]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
});

test("a key of a request that was rejected can be used again", async () => {
  const { hamlet } = await createTestOrganization();
  const refused = await hamlet.call(
    "POST",
    "/messages",
    { type: "channel", to: 999, topic: "t", content: "x" },
    { "idempotency-key": "k" },
  );
  assert.equal(refused.result, "error");
  assert.equal((await send(hamlet, "k")).result, "success");
});

test("a key with other characters than visible ASCII, or with more than 255 characters, is rejected", async () => {
  const { hamlet } = await createTestOrganization();
  for (const key of ["with blank", "x".repeat(256)]) {
    assert.match((await send(hamlet, key)).msg, /^Invalid Idempotency-Key header/);
  }
});
