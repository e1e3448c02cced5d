import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So many bytes of a stream pass before what held them is thrown away. */
const PASSING_BYTES = 8 * 2 ** 20;

type Collect = (options: { readonly type: "minor" }) => void;

/**
 * The same bytes. Each chunk that the network or a disk brings is a buffer of its own, which Node would let pile up to some 64 MiB, as it
 * is small on the heap: so they are collected as the bytes pass. That takes about a millisecond.
 */
export async function* collectingSpent(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let passed = 0;
  let collect: Collect | undefined;
  for await (const chunk of content) {
    yield chunk;
    passed += chunk.length;
    if (passed < PASSING_BYTES) continue;
    passed = 0;
    collect ??= exposedCollect();
    collect({ type: "minor" });
  }
}

function exposedCollect(): Collect {
  setFlagsFromString("--expose-gc");
  const exposed = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  return exposed;
}
