import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, EventBody } from "@parlance/contract/events/index.ts";
import { TopicStore } from "./topic-store.ts";
import type { KnownTopic } from "./channel-topics.ts";

const CHANNEL = 1;

/** A server of topics: it answers with what there is when it is asked, as soon as it is let, or not at all. */
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
    for (const give of answers.splice(0)) give(isThere);
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

test("topics that change while they are on their way are those that are there in the end", async () => {
  const { store, answer, names, has } = imagined();
  has("ghosts", "skulls");
  assert.equal(names(), undefined);
  has("ghosts");
  store.receive({ ...deletion, id: 1 });
  await answer();
  await answer();
  assert.deepEqual(names(), ["ghosts"]);
});

test("a topic in which a message arrives while they are on their way is the first of them", async () => {
  const { store, answer, names, has } = imagined();
  has("ghosts", "skulls");
  names();
  store.receive(message("Skulls", 11));
  await answer();
  assert.deepEqual(names(), ["Skulls", "ghosts"]);
});

test("topics that could not be fetched are asked for again when there is a way to the server", async () => {
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
