import { randomUUID } from "node:crypto";

/**
 * Maximum size of a chunk, in bytes. A notification must be shorter than 8000 bytes, and contains the chunk as base64
 * within JSON.
 */
const MAX_CHUNK_BYTES = 5700;
/**
 * Maximum number of incomplete messages. Beyond it, the oldest are discarded, because their sender has probably died.
 */
const MAX_INCOMPLETE_MESSAGES = 100;

/** A chunk of a message that is too long for one notification. */
interface MessageChunk {
  readonly kind: "part";
  readonly of: string;
  readonly nth: number;
  readonly last: boolean;
  readonly bytes: string;
}

const isMessageChunk = (message: { kind?: unknown }): message is MessageChunk => message.kind === "part";

/** Splits a message into notifications, in order. */
export function splitMessage(message: object): string[] {
  const text = JSON.stringify(message);
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_CHUNK_BYTES) return [text];
  const of = randomUUID();
  return Array.from({ length: Math.ceil(bytes.length / MAX_CHUNK_BYTES) }, (_, nth) => {
    const end = (nth + 1) * MAX_CHUNK_BYTES;
    const part = bytes.subarray(nth * MAX_CHUNK_BYTES, end).toString("base64");
    return JSON.stringify({ kind: "part", of, nth, last: end >= bytes.length, bytes: part } satisfies MessageChunk);
  });
}

/** Reassembles messages that are received in chunks. */
export class MessageAssembler {
  readonly #incomplete = new Map<string, Buffer[]>();

  /** Adds a notification. Returns the message if the notification contains or completes one, otherwise undefined. */
  add(notification: string): object | undefined {
    const message = JSON.parse(notification) as object;
    if (!isMessageChunk(message)) return message;
    const { of, nth, last, bytes } = message;
    const parts = this.#incomplete.get(of) ?? [];
    if (parts.length !== nth) {
      // A previous chunk of this message was lost or discarded.
      this.#incomplete.delete(of);
      return undefined;
    }
    parts.push(Buffer.from(bytes, "base64"));
    if (!last) {
      this.#incomplete.set(of, parts);
      for (const oldest of this.#incomplete.keys()) {
        if (this.#incomplete.size <= MAX_INCOMPLETE_MESSAGES) break;
        this.#incomplete.delete(oldest);
      }
      return undefined;
    }
    this.#incomplete.delete(of);
    return JSON.parse(Buffer.concat(parts).toString()) as object;
  }

  /** Discards incomplete messages, for example after a lost connection. */
  clear(): void {
    this.#incomplete.clear();
  }
}
