import { MessagesTooLong } from "../errors.ts";

/**
 * Limit for the total size of messages around an id. Before and after this id, the messages nearest to it are loaded.
 */
export interface PageLimit {
  readonly around: number;
  /**
   * Maximum total size of the texts, in bytes, separately for the messages before and after `around`. The message that
   * exceeds it is still loaded, so that a page is never empty.
   */
  readonly bytes: number;
  /** True if no message may be omitted. */
  readonly mustBeComplete?: boolean;
}

/**
 * Returns the limit for messages requested by id. None of them may be omitted, because clients would assume that an
 * omitted message does not match the request's narrow.
 */
export const completePageLimit = (bytes: number): PageLimit => ({ around: 0, bytes, mustBeComplete: true });

/** Limit for requests that can only return a small amount of data. */
export const UNLIMITED_PAGE: PageLimit = { around: 0, bytes: Number.MAX_SAFE_INTEGER };

interface SizedMessage {
  readonly id: number;
  /** Size of the text, in bytes. */
  readonly size: number;
}

/**
 * Returns the messages within the limit, and whether messages before or after `around` are omitted. The messages must
 * be ordered by id.
 */
export function selectNearest<M extends SizedMessage>(messages: readonly M[], { around, bytes }: PageLimit) {
  // The common case: all messages are within the limit.
  if (messages.reduce((sum, { size }) => sum + size, 0) < bytes) {
    return { nearest: messages, isCutBefore: false, isCutAfter: false };
  }
  const before = messages.filter(({ id }) => id < around);
  const at = messages.filter(({ id }) => id === around);
  const after = messages.filter(({ id }) => id > around);
  const nearerBefore = firstWithinBytes(before.toReversed(), bytes).toReversed();
  const nearerAfter = firstWithinBytes(after, bytes);
  return {
    nearest: [...nearerBefore, ...at, ...nearerAfter],
    isCutBefore: nearerBefore.length < before.length,
    isCutAfter: nearerAfter.length < after.length,
  };
}

/**
 * Returns the half of the messages that is nearest to `around`, but at least two messages, and whether messages before
 * or after `around` are omitted.
 */
export function selectNearestHalf<M extends Pick<SizedMessage, "id">>(messages: readonly M[], around: number) {
  const nearestFirst = messages.toSorted((a, b) => Math.abs(a.id - around) - Math.abs(b.id - around));
  const count = Math.max(2, Math.ceil(messages.length / 2));
  const left = nearestFirst.slice(count);
  return {
    nearest: nearestFirst.slice(0, count).toSorted((a, b) => a.id - b.id),
    isCutBefore: left.some(({ id }) => id < around),
    isCutAfter: left.some(({ id }) => id > around),
  };
}

/** Returns the first messages, up to and including the message with which their total size reaches `bytes`. */
function firstWithinBytes<M extends SizedMessage>(messages: readonly M[], bytes: number): readonly M[] {
  let sum = 0;
  const end = messages.findIndex(({ size }) => {
    const isFull = sum >= bytes;
    sum += size;
    return isFull;
  });
  return end === -1 ? messages : messages.slice(0, end);
}

/**
 * Throws if messages of these sizes are together larger than `bytes`. A single message may have any size.
 * @throws MessagesTooLong
 */
export function assertFits(sizes: readonly number[], bytes: number): void {
  if (sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > bytes) throw new MessagesTooLong();
}

/** The JSON of a message in two sections: the fields that are the same for all readers, and the other fields. */
export interface MessageJson {
  readonly id: number;
  readonly text: Uint8Array;
  readonly rest: string;
}

/**
 * Returns the messages nearest to an anchor whose JSON fits into `bytes`. The messages must be ordered by id. The
 * messages before and after the anchor each get half of the bytes, and those bytes that the other side does not need.
 * The message at the anchor and one next to it are always included.
 */
export function trimToLimit(messages: readonly MessageJson[], anchor: number, bytes: number): readonly MessageJson[] {
  // The common case: all messages fit. The check assumes three bytes per UTF-16 code unit, which is the most that UTF-8
  // needs.
  if (messages.reduce((sum, { text, rest }) => sum + text.length + 3 * rest.length, 0) <= bytes) return messages;
  const at = messages.filter(({ id }) => id === anchor);
  const before = messages.filter(({ id }) => id < anchor).toReversed();
  const after = messages.filter(({ id }) => id > anchor);
  const room = Math.max(0, bytes - bytesOf(at));
  const fewerBefore = firstWithinJsonBytes(before, Math.max(room / 2, room - bytesOf(after)));
  const fewerAfter = firstWithinJsonBytes(after, Math.max(room / 2, room - bytesOf(before)));
  const isBare = fewerBefore.length + fewerAfter.length === 0;
  const next = isBare ? [...before.slice(0, 1), ...after.slice(0, 1)].toSorted(byDistance(anchor)).slice(0, 1) : [];
  return [...fewerBefore, ...at, ...fewerAfter, ...next].toSorted((a, b) => a.id - b.id);
}

const byDistance = (anchor: number) => (a: MessageJson, b: MessageJson) =>
  Math.abs(a.id - anchor) - Math.abs(b.id - anchor);

/** Returns the first messages whose JSON fits into `room` bytes. */
function firstWithinJsonBytes(messages: readonly MessageJson[], room: number): readonly MessageJson[] {
  let sum = 0;
  const end = messages.findIndex((message) => (sum += bytesOf([message])) > room);
  return end === -1 ? messages : messages.slice(0, end);
}

const bytesOf = (messages: readonly MessageJson[]): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), 0);

/** Size of a message as JSON, in bytes. */
export const sizeOf = ({ text, rest }: MessageJson): number => text.length + Buffer.byteLength(rest);
