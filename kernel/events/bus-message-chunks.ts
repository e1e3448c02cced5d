import { randomUUID } from "node:crypto";

/** The most bytes of a part: a notification takes less than 8000, as JSON in which these are written in base 64. */
const MAX_CHUNK_BYTES = 5700;
/** Messages that have begun and not ended; the oldest are given up, as their sender was lost. */
const MAX_INCOMPLETE_MESSAGES = 100;

/** A part of a message that is too long for one notification. */
interface MessageChunk {
  readonly kind: "part";
  readonly of: string;
  readonly nth: number;
  readonly last: boolean;
  readonly bytes: string;
}

const isMessageChunk = (message: { kind?: unknown }): message is MessageChunk => message.kind === "part";

/** A message as notifications, in order. */
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

/** Puts messages together that come in parts. */
export class MessageAssembler {
  readonly #begun = new Map<string, Buffer[]>();

  /** Takes a notification; returns the message that it is, or ends. */
  add(notification: string): object | undefined {
    const message = JSON.parse(notification) as object;
    if (!isMessageChunk(message)) return message;
    const { of, nth, last, bytes } = message;
    const parts = this.#begun.get(of) ?? [];
    if (parts.length !== nth) {
      // One before it was lost, or given up.
      this.#begun.delete(of);
      return undefined;
    }
    parts.push(Buffer.from(bytes, "base64"));
    if (!last) {
      this.#begun.set(of, parts);
      for (const oldest of this.#begun.keys()) {
        if (this.#begun.size <= MAX_INCOMPLETE_MESSAGES) break;
        this.#begun.delete(oldest);
      }
      return undefined;
    }
    this.#begun.delete(of);
    return JSON.parse(Buffer.concat(parts).toString()) as object;
  }

  /** Gives up what has begun, as after a lost connection. */
  clear(): void {
    this.#begun.clear();
  }
}
