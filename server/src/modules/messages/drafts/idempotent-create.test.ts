import assert from "node:assert/strict";
import { test } from "node:test";
import type { DraftContent } from "@parlance/contract/nouns/drafts.ts";
import { createTestOrganization, type TestUser, watchEvents } from "@parlance/testkit";

const toBe: DraftContent = { type: "", to: [], topic: "", content: "To be" };

const create = (person: TestUser, key: string, ...drafts: readonly DraftContent[]) =>
  person.call("POST", "/drafts", { drafts: [...drafts] }, { "idempotency-key": key });
const contents = async (person: TestUser): Promise<string[]> =>
  (await person.callOrThrow("GET", "/drafts")).drafts.map(({ content }) => content);

test("repeating a request to create drafts with the same key returns the first response and creates no other drafts", async () => {
  const { hamlet, othello } = await createTestOrganization();
  const drafts = [toBe, { ...toBe, content: "or not" }];
  let answers: Awaited<ReturnType<typeof create>>[] = [];
  const [events] = await watchEvents([hamlet], async () => {
    answers = [await create(hamlet, "k", ...drafts), await create(hamlet, "k", ...drafts)];
  });
  const [first, again] = answers;
  assert.deepEqual([first?.result, again?.result], ["success", "success"]);
  assert.deepEqual(again?.["ids"], first?.["ids"]);
  assert.equal(events?.length, 1);
  assert.equal((await contents(hamlet)).length, 2);

  assert.equal((await create(othello, "k", toBe)).result, "success");
  assert.equal((await contents(othello)).length, 1, "keys are each user's own");
});

test("concurrent requests with the same key create one draft", async () => {
  const { hamlet } = await createTestOrganization();
  let answers: Awaited<ReturnType<typeof create>>[] = [];
  const [events] = await watchEvents([hamlet], async () => {
    answers = await Promise.all(Array.from({ length: 5 }, () => create(hamlet, "together", toBe)));
  });
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer["ids"]))).size, 1);
  assert.equal(events?.length, 1);
  assert.deepEqual(await contents(hamlet), ["To be"]);
});

test("a repeated request returns the first response even if its draft was changed or its channel was archived in the meantime", async () => {
  const { hamlet } = await createTestOrganization();
  const channel = await hamlet.createChannel("elsinore", [hamlet], { send_new_subscription_messages: false });
  const draft: DraftContent = { type: "stream", to: [channel], topic: "walls", content: "To be" };
  const first = await create(hamlet, "k", draft);
  const [id = 0] = first["ids"] as number[];
  await hamlet.callOrThrow("PATCH", `/drafts/${id}`, { draft: { ...draft, content: "Not to be" } });
  await hamlet.callOrThrow("DELETE", `/streams/${channel}`);
  assert.deepEqual((await create(hamlet, "k", draft))["ids"], [id]);
  assert.deepEqual(await contents(hamlet), ["Not to be"]);
});

test("a key that was used for other drafts or for a message is rejected, both in later and in concurrent requests", async () => {
  const { hamlet } = await createTestOrganization();
  await create(hamlet, "k", toBe);
  const later = await create(hamlet, "k", { ...toBe, content: "or not" });
  assert.deepEqual([later.status, later.code], [409, "IDEMPOTENCY_KEY_REUSED"]);
  const both = await Promise.all(["one", "two"].map((content) => create(hamlet, "j", { ...toBe, content })));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const message = { type: "direct", to: [hamlet.id], content: "Hello" };
  await hamlet.call("POST", "/messages", message, { "idempotency-key": "m" });
  assert.equal((await create(hamlet, "m", toBe)).code, "IDEMPOTENCY_KEY_REUSED");
  assert.equal((await contents(hamlet)).length, 2);
});

test("a key of a request that was rejected can be used again", async () => {
  const { hamlet } = await createTestOrganization();
  assert.equal((await create(hamlet, "k", { ...toBe, content: " " })).msg, "Message must not be empty");
  assert.equal((await create(hamlet, "k", toBe)).result, "success");
});

test("drafts with an invalid key are not created", async () => {
  const { hamlet } = await createTestOrganization();
  for (const key of ["with blank", "x".repeat(256)]) {
    assert.match((await create(hamlet, key, toBe)).msg, /^Invalid Idempotency-Key header/);
  }
  assert.deepEqual(await contents(hamlet), []);
});
