// Slow: kills servers while events are streamed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerProcess, type Client, type TestUser, until, waitBeforeRetry } from "@parlance/testkit";
import { randomRun } from "@parlance/testkit/random/random-runs.ts";
import { EventStream } from "./fixtures/event-stream-client.ts";

const { rounds: ROUNDS } = randomRun({ rounds: 2, exploreRounds: 8 });
const MESSAGES = 10;

/** Reads a stream like a browser: reconnects with the id of the last event whenever the stream ends. */
async function listenOn(person: TestUser, client: Client, received: string[], stop: AbortSignal) {
  const { queueId } = client;
  for (let last = client.lastEventId; !stop.aborted;) {
    try {
      using stream = await EventStream.open(person, { queueId, headers: { "last-event-id": String(last) } });
      const end = () => stream[Symbol.dispose]();
      stop.addEventListener("abort", end, { once: true });
      if (stop.aborted) return;
      for (let block = await stream.nextBlock(); block; block = await stream.nextBlock()) {
        if (block.event) received.push(block.event.message?.content ?? block.event.type);
        last = block.id ?? last;
      }
      stop.removeEventListener("abort", end);
    } catch (error) {
      if (!/ECONN|EPIPE|socket hang up/.test(String(error))) throw error;
    }
    await waitBeforeRetry();
  }
}

test("a stream that continues with Last-Event-ID after kill -9 misses and repeats no event", async () => {
  await using server = await ServerProcess.start();
  const { owner, member } = await server.demoUsers();
  assert.ok(owner && member);
  const client = await member.registerQueue({ event_types: ["message"], apply_markdown: false });
  const received: string[] = [];
  const stop = new AbortController();
  const listening = listenOn(member, client, received, stop.signal);
  const sent: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let n = 0; n < MESSAGES; n += 1) {
      const content = `${round} ${n}`;
      await owner.sendDirectMessage(member, { content });
      sent.push(content);
    }
    await server.kill({ database: round % 2 === 1 });
    await server.restart();
  }
  await until(() => received.length >= sent.length);
  assert.deepEqual(received, sent);
  stop.abort();
  await listening;
});
