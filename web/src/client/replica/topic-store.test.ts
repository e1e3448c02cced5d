import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { TopicStore } from "./topic-store.ts";
import type { KnownTopic } from "./channel-topics.ts";

const CHANNEL = 1;

/**
 * Creates a topic store with a fake server. The server computes a response when it receives the request, and delivers
 * it, or fails, when the test calls `answer`.
 */
function imagined() {
  let there: readonly KnownTopic[] = [];
  const answers: ((isThere: boolean) => void)[] = [];
  const store = new TopicStore(async () => {
    const answer = there;
    const isThere = await new Promise<boolean>((resolve) => answers.push(resolve));
    if (!isThere) throw new Error("The server does not answer.");
    return answer;
  });
  const answer = async (isThere = true) => {
    for (const resolve of answers.splice(0)) resolve(isThere);
    await new Promise(setImmediate);
  };
  const names = () =>
    store
      .topicsOf(CHANNEL)
      .get()
      ?.map(({ name }) => name);
  return { store, answer, names, has: (...topics: readonly string[]) => (there = topics.map(named)) };
}

const named = (name: string, at: number): KnownTopic => ({ name, newestId: 10 - at });

const deletion: EventBody = { type: "delete_message", message_ids: [1], message_type: "stream", stream_id: CHANNEL };

const message = (subject: string, id: number): Event =>
  ({ type: "message", message: { id, subject, stream_id: CHANNEL }, flags: [], id }) as unknown as Event;

test("topics that change while they are being fetched are up to date in the end", async () => {
  const { store, answer, names, has } = imagined();
  has("ghosts", "skulls");
  assert.equal(names(), undefined);
  has("ghosts");
  store.receive({ ...deletion, id: 1 });
  await answer();
  await answer();
  assert.deepEqual(names(), ["ghosts"]);
});

test("a topic that receives a message while the topics are being fetched becomes the first topic", async () => {
  const { store, answer, names, has } = imagined();
  has("ghosts", "skulls");
  names();
  store.receive(message("Skulls", 11));
  await answer();
  assert.deepEqual(names(), ["Skulls", "ghosts"]);
});

test("topics that could not be fetched are requested again once the server is reachable", async () => {
  const { store, answer, names, has } = imagined();
  has("ghosts");
  names();
  await answer(false);
  assert.equal(names(), undefined);
  assert.deepEqual(store.persisted, []);
  store.retry();
  await answer();
  assert.deepEqual(names(), ["ghosts"]);
  store.reset();
  assert.deepEqual(names(), ["ghosts"], "they stay until the answer is there");
  await answer();
  assert.equal(store.persisted.length, 1);
});
