import { sql, type RawBuilder } from "kysely";
import type { IdsQuery } from "./candidates.ts";

/** How much is loaded of messages around an id: those nearest to it, on each side. */
export interface PageLimit {
  readonly around: number;
  /** What their texts may come to on each side. One more is loaded, so that there is always something. */
  readonly bytes: number;
  /** Whether the texts come twice: as they are, and as HTML with marks. */
  readonly isTwice: boolean;
}

/** For what is not much. */
export const UNLIMITED: PageLimit = { around: 0, bytes: Number.MAX_SAFE_INTEGER, isTwice: false };

/**
 * Rows of `message` with these ids, and how many there were before and after the id in the middle. How long texts are is known
 * without looking at them, so that what is left out costs nothing. The array keeps the planner from reading the whole table
 * for a list of ids whose length it does not know.
 */
export const nearestMessages = (ids: IdsQuery, body: RawBuilder<unknown>, { around, bytes, isTwice }: PageLimit) => sql`
  select * from (
    select *, count(*) filter (where id < ${around}::bigint) over () as found_before,
      count(*) filter (where id > ${around}::bigint) over () as found_after,
      sum(size) over (partition by sign(id - ${around}::bigint) order by abs(id - ${around}::bigint)) - size as nearer_bytes
    from (
      select *, octet_length(${body})${isTwice ? sql` + octet_length(rendered_content)` : sql``} as size
      from message where id = any(array(${ids}))
    ) as message
  ) as message
  where nearer_bytes < ${bytes}::bigint`;

/** A message as JSON. */
export interface MessageJson {
  readonly id: number;
  readonly json: string;
}

/**
 * Those of the messages, in ascending order of their ids, that are nearest to an anchor and have so many bytes together.
 * Each side gets half of the bytes, and what the other does not need. The message at the anchor stays, and the one next to
 * it.
 */
export function keepWithinLimit(messages: readonly MessageJson[], anchor: number, bytes: number): MessageJson[] {
  // As nearly always: no character has more than three bytes.
  if (3 * messages.reduce((sum, { json }) => sum + json.length, 0) <= bytes) return [...messages];
  const at = messages.filter(({ id }) => id === anchor);
  const before = messages.filter(({ id }) => id < anchor).toReversed();
  const after = messages.filter(({ id }) => id > anchor);
  const room = Math.max(0, bytes - bytesOf(at));
  const fewerBefore = within(before, Math.max(room / 2, room - bytesOf(after)));
  const fewerAfter = within(after, Math.max(room / 2, room - bytesOf(before)));
  const isBare = fewerBefore.length + fewerAfter.length === 0;
  const next = isBare ? [...before.slice(0, 1), ...after.slice(0, 1)].toSorted(byDistance(anchor)).slice(0, 1) : [];
  return [...fewerBefore, ...at, ...fewerAfter, ...next].toSorted((a, b) => a.id - b.id);
}

const byDistance = (anchor: number) => (a: MessageJson, b: MessageJson) =>
  Math.abs(a.id - anchor) - Math.abs(b.id - anchor);

/** So many of the first as have room together. */
function within(messages: readonly MessageJson[], room: number): readonly MessageJson[] {
  let sum = 0;
  const end = messages.findIndex(({ json }) => (sum += Buffer.byteLength(json)) > room);
  return end === -1 ? messages : messages.slice(0, end);
}

const bytesOf = (messages: readonly MessageJson[]): number =>
  messages.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
