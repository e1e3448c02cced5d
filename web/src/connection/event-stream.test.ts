import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { readEventStream } from "./event-stream.ts";

/** Reads a stream that comes in these pieces, and returns the ids of the events that were taken in together. */
async function reads(pieces: readonly string[]): Promise<readonly (readonly number[])[]> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece));
      controller.close();
    },
  });
  const fetched = mock.method(globalThis, "fetch", async () => Promise.resolve(new Response(body)));
  const taken: number[][] = [];
  try {
    await readEventStream({
      queueId: "",
      lastEventId: 0,
      signal: new AbortController().signal,
      onAlive: () => undefined,
      onEvents: (events) => taken.push(events.map(({ id }) => id)),
    });
  } finally {
    fetched.mock.restore();
  }
  return taken;
}

test("the events of one change are taken in together, however they come, or not at all", async () => {
  const whole = ['data: {"id":7}\n\n', 'id: 7\ndata: {"id":7}\n\n'];
  assert.deepEqual(await reads([":\n\n", whole.join("")]), [[7, 7]]);
  assert.deepEqual(await reads(whole), [[7, 7]]);
  assert.deepEqual(await reads([...whole.join("")]), [[7, 7]]);
  assert.deepEqual(
    await reads([whole.join("") + whole[0], "id: 7\nda"]),
    [[7, 7]],
    "the connection was lost in between",
  );
});
