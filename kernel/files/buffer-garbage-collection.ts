import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Number of streamed bytes after which buffers are garbage-collected. */
const COLLECT_AFTER_BYTES = 8 * 2 ** 20;

type CollectGarbage = (options: { readonly type: "minor" }) => void;

/**
 * Yields the same bytes, and triggers garbage collections of their buffers. Each chunk from the network or a disk is a
 * separate buffer, whose memory is outside of the JavaScript heap. Node would let such buffers accumulate to some 64
 * MiB. A collection takes about a millisecond.
 */
export async function* withGarbageCollection(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let passed = 0;
  let collect: CollectGarbage | undefined;
  for await (const chunk of content) {
    yield chunk;
    passed += chunk.length;
    if (passed < COLLECT_AFTER_BYTES) continue;
    passed = 0;
    collect ??= exposeGarbageCollection();
    collect({ type: "minor" });
  }
}

function exposeGarbageCollection(): CollectGarbage {
  setFlagsFromString("--expose-gc");
  const exposed = runInNewContext("gc") as CollectGarbage;
  setFlagsFromString("--no-expose-gc");
  return exposed;
}
