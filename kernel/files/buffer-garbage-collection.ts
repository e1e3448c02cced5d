import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So many bytes of a stream pass before what held them is thrown away. */
const COLLECT_AFTER_BYTES = 8 * 2 ** 20;

type CollectGarbage = (options: { readonly type: "minor" }) => void;

/**
 * The same bytes. Each chunk that the network or a disk brings is a buffer of its own, which Node would let pile up to some 64 MiB, as it
 * is small on the heap: so they are collected as the bytes pass. That takes about a millisecond.
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
