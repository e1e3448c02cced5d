import { jsonEnclosed, type JsonPiece, type JsonPieces, separated } from "#kernel/http/json-answer.ts";
import type { PageLimit } from "./page-limit.ts";

/** What the texts of messages come to that are fetched at once. */
const BATCH_BYTES = 1_000_000;
/** How many ids are looked up at once, if there are too many messages for one load. */
const BATCH_IDS = 200;

const limit: PageLimit = { around: 0, bytes: BATCH_BYTES };

/** What was made of messages, each as JSON in some pieces, up to an id; of all of them: undefined. */
export interface Batch {
  readonly items: readonly (readonly JsonPiece[])[];
  readonly upTo: number | undefined;
}

/**
 * What `load` makes of messages, in the order of their ids, within brackets. Nearly all lists are loaded at once; the rest
 * of a longer one is loaded when its turn to be sent has come, so that only a few megabytes are held however long it is.
 */
export async function messageListJson(
  ids: readonly number[],
  load: (ids: readonly number[], limit: PageLimit) => Promise<Batch>,
  brackets: "[]" | "{}" = "[]",
): Promise<JsonPieces> {
  const sorted = [...new Set(ids)].toSorted((a, b) => a - b);
  const first = await load(sorted, limit);
  return first.upTo === undefined ? jsonEnclosed(brackets, first.items) : inBatches(sorted, first, load, brackets);
}

async function* inBatches(
  ids: readonly number[],
  first: Batch,
  load: (ids: readonly number[], limit: PageLimit) => Promise<Batch>,
  brackets: "[]" | "{}",
): AsyncGenerator<JsonPiece> {
  yield brackets.charAt(0);
  yield* separated(first.items);
  let isFirst = first.items.length === 0;
  let rest = after(ids, first.upTo);
  while (rest.length > 0) {
    const some = rest.slice(0, BATCH_IDS);
    const { items, upTo } = await load(some, limit);
    yield* separated(items, isFirst);
    isFirst &&= items.length === 0;
    rest = after(rest, upTo ?? some.at(-1));
  }
  yield brackets.charAt(1);
}

const after = (ids: readonly number[], id = Infinity): readonly number[] => ids.filter((one) => one > id);
