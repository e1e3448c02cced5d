import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { MAX_HEARTBEAT_SECONDS } from "@parlance/contract/entities/heartbeat-interval.ts";
import { ServerUnreachableError } from "../transport.ts";
import { readEventStream } from "./event-stream.ts";

/**
 * Reads an event stream that is received in the given chunks. Returns the ids of the events, with one list for each
 * call of `onEvents`.
 */
async function reads(pieces: readonly string[]): Promise<readonly (readonly number[])[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const fetched = mock.method(globalThis, "fetch", async () => Promise.resolve(new Response(body)));
  const received: number[][] = [];
  try {
    await readEventStream({
      queueId: "",
      lastEventId: 0,
      signal: new AbortController().signal,
      onAlive: () => undefined,
      onEvents: (events) => received.push(events.map(({ id }) => id)),
    });
  } finally {
    fetched.mock.restore();
  }
  return received;
}

test("events are delivered as they are received, no matter how the stream is split into chunks", async () => {
  const whole = ['id: 7\ndata: {"id":7}\n\n', 'id: 8\ndata: {"id":8}\n\n'];
  assert.deepEqual(await reads([":\n\n", whole.join("")]), [[7, 8]]);
  assert.deepEqual(await reads(whole), [[7], [8]]);
  assert.deepEqual(await reads([...whole.join("")]), [[7], [8]]);
  assert.deepEqual(await reads([whole.join(""), "id: 9\nda"]), [[7, 8]], "the connection was lost in between");
});

test("a stream counts as broken only after a longer silence than that before the latest possible heartbeat", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let connection: AbortSignal | null | undefined;
  t.mock.method(globalThis, "fetch", (_path: string, { signal }: RequestInit) => {
    connection = signal;
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", reject));
  });
  const reading = readEventStream({
    queueId: "",
    lastEventId: 0,
    signal: new AbortController().signal,
    onAlive: () => undefined,
    onEvents: () => undefined,
  });
  t.mock.timers.tick(MAX_HEARTBEAT_SECONDS * 1000);
  assert.equal(connection?.aborted, false);
  t.mock.timers.tick(60_000);
  await assert.rejects(reading, ServerUnreachableError);
});
