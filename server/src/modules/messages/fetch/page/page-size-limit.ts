import { MessagesTooLong } from "../errors.ts";

/** How much is loaded of messages around an id: those nearest to it, on each side. */
export interface PageLimit {
  readonly around: number;
  /** What their texts may come to on each side. One more is loaded, so that there is always something. */
  readonly bytes: number;
  /** Whether nothing may be left out. */
  readonly mustBeComplete?: boolean;
}

/** For messages that are asked for by their ids: a client would take one that is left out for one that does not match. */
export const completePageLimit = (bytes: number): PageLimit => ({ around: 0, bytes, mustBeComplete: true });

/** For what is not much. */
export const UNLIMITED_PAGE: PageLimit = { around: 0, bytes: Number.MAX_SAFE_INTEGER };

interface SizedMessage {
  readonly id: number;
  /** Bytes of its text. */
  readonly size: number;
}

/** Those of messages, in ascending order of their ids, that a limit leaves, and on which sides it leaves some out. */
export function selectNearest<M extends SizedMessage>(messages: readonly M[], { around, bytes }: PageLimit) {
  // As nearly always.
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

/** About half of messages, those nearest to an id, but two where there are as many; and on which sides others are left out. */
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

/** The first of messages, up to the one with which they come to so many bytes. */
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
 * Throws MessagesTooLong if messages of these sizes come to more bytes than a response may have. A single message has any
 * size.
 */
export function assertFits(sizes: readonly number[], bytes: number): void {
  if (sizes.length > 1 && sizes.reduce((sum, size) => sum + size, 0) > bytes) throw new MessagesTooLong();
}

/** A message as JSON: what is the same for all its readers, and the rest. */
export interface MessageJson {
  readonly id: number;
  readonly text: Uint8Array;
  readonly rest: string;
}

/**
 * Those of the messages, in ascending order of their ids, that are nearest to an anchor and have so many bytes together.
 * Each side gets half of the bytes, and what the other does not need. The message at the anchor stays, and the one next to
 * it.
 */
export function trimToLimit(messages: readonly MessageJson[], anchor: number, bytes: number): readonly MessageJson[] {
  // As nearly always: no character has more than three bytes.
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

/** So many of the first as have room together. */
function firstWithinJsonBytes(messages: readonly MessageJson[], room: number): readonly MessageJson[] {
  let sum = 0;
  const end = messages.findIndex((message) => (sum += bytesOf([message])) > room);
  return end === -1 ? messages : messages.slice(0, end);
}

const bytesOf = (messages: readonly MessageJson[]): number =>
  messages.reduce((sum, message) => sum + sizeOf(message), 0);

/** Bytes of a message as JSON. */
export const sizeOf = ({ text, rest }: MessageJson): number => text.length + Buffer.byteLength(rest);
