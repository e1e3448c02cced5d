import { MessagesTooLong } from "../errors.ts";

/** Limit for messages around an id: the nearest ones on each side are loaded. */
export interface PageLimit {
  readonly around: number;
  /** Maximum total size of the texts on each side. One message more is loaded, so that a page is never empty. */
  readonly bytes: number;
  /** True if no message may be omitted. */
  readonly mustBeComplete?: boolean;
}

/** The limit for messages requested by id: clients would mistake an omitted message for one that does not match. */
export const completePageLimit = (bytes: number): PageLimit => ({ around: 0, bytes, mustBeComplete: true });

/** For small amounts of data. */
export const UNLIMITED_PAGE: PageLimit = { around: 0, bytes: Number.MAX_SAFE_INTEGER };

interface SizedMessage {
  readonly id: number;
  /** Size of the text, in bytes. */
  readonly size: number;
}

/**
 * Returns the messages within the limit, and on which sides messages are omitted. The messages must be in ascending
 * order of id.
 */
export function selectNearest<M extends SizedMessage>(messages: readonly M[], { around, bytes }: PageLimit) {
  // The common case.
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
 * Returns about half of the messages, those nearest to an id, but at least two if there are as many, and on which sides
 * others are omitted.
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

/** The first messages, up to and including the one with which they reach `bytes`. */
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
 * Throws `MessagesTooLong` if messages of these sizes exceed the maximum response size. A single message may have any
 * size.
 */
export function assertFits(sizes: readonly number[], bytes: number): void {
  if (sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > bytes) throw new MessagesTooLong();
}

/** A message as JSON: the fields that are the same for all readers, and the rest. */
export interface MessageJson {
  readonly id: number;
  readonly text: Uint8Array;
  readonly rest: string;
}

/**
 * Returns those of the messages nearest to an anchor that fit into `bytes` together. The messages must be in ascending
 * order of id. Each side gets half of the bytes, and the share that the other side does not need. The message at the
 * anchor and the one next to it are always included.
 */
export function trimToLimit(messages: readonly MessageJson[], anchor: number, bytes: number): readonly MessageJson[] {
  // The common case. A UTF-16 code unit has at most three bytes in UTF-8.
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

/** The first messages that fit into `room` bytes together. */
function firstWithinJsonBytes(messages: readonly MessageJson[], room: number): readonly MessageJson[] {
  let sum = 0;
  const end = messages.findIndex((message) => (sum += bytesOf([message])) > room);
  return end === -1 ? messages : messages.slice(0, end);
}

const bytesOf = (messages: readonly MessageJson[]): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), 0);

/** Size of a message as JSON, in bytes. */
export const sizeOf = ({ text, rest }: MessageJson): number => text.length + Buffer.byteLength(rest);
