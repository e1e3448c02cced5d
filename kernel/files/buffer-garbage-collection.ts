import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Number of bytes of a stream after which their buffers are garbage-collected. */
const COLLECT_AFTER_BYTES = 8 * 2 ** 20;

type CollectGarbage = (options: { readonly type: "minor" }) => void;

/**
 * Yields the same bytes, and collects their buffers in between. Each chunk from the network or a disk is a separate
 * buffer. Node would let these accumulate to some 64 MiB, because they are small on the heap. A collection takes about
 * a millisecond.
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
