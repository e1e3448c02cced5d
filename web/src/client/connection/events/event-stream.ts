import { MAX_HEARTBEAT_SECONDS } from "@parlance/contract/entities/heartbeat-interval.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import { pageHeaders, ServerUnreachableError } from "../transport.ts";

/**
 * Thrown if the client cannot continue with its queue, for example because the server no longer has it or the session
 * has ended. The client must then register a new queue.
 */
export class QueueExpiredError extends Error {
  override readonly name = "QueueExpiredError";
}

/** Time in milliseconds after which a stream without data counts as broken. Longer than any server's heartbeat interval. */
const STREAM_TIMEOUT_MS = (MAX_HEARTBEAT_SECONDS + 10) * 1000;

interface StreamOptions {
  readonly queueId: string;
  readonly lastEventId: number;
  readonly signal: AbortSignal;
  readonly onAlive: () => void;
  readonly onEvents: (events: readonly Event[]) => void;
}

/**
 * Receives the events of a queue until the server ends the stream, which happens from time to time.
 * @throws ServerUnreachableError, QueueExpiredError, and "AbortError" when the signal is aborted
 */
export async function readEventStream({
  queueId,
  lastEventId,
  signal,
  onAlive,
  onEvents,
}: StreamOptions): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), STREAM_TIMEOUT_MS);
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), STREAM_TIMEOUT_MS);
    onAlive();
  };
  try {
    const path = `/api/v1/events/stream?queue_id=${encodeURIComponent(queueId)}&last_event_id=${lastEventId}`;
    const response = await fetch(path, { headers: pageHeaders, signal: AbortSignal.any([signal, silence.signal]) });
    if (!response.ok || !response.body) await throwResponseError(response);
    else await readLines(response.body, alive, onEvents);
  } catch (error) {
    if (signal.aborted || error instanceof QueueExpiredError) throw error;
    throw new ServerUnreachableError("The server didn't respond. Check your connection and try again.", {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

const EXPIRED_QUEUE_CODES = new Set(["BAD_EVENT_QUEUE_ID", "BAD_REQUEST"]);

/** Returns true if an error with this code means that the client must register a new queue. */
export const needsRegistration = (code: string): boolean => EXPIRED_QUEUE_CODES.has(code);

async function throwResponseError(response: Response): Promise<never> {
  const answer: unknown = await response.json().catch(() => null);
  const code = typeof answer === "object" && answer !== null && "code" in answer ? String(answer.code) : "";
  if (needsRegistration(code) || response.status === 401) throw new QueueExpiredError(code);
  throw new ServerUnreachableError(`The server has a problem (${response.status}). Try again later.`);
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
  onEvents: StreamOptions["onEvents"],
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of chunksOf(body)) {
    alive();
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    const events = lines.filter(isData).map((line) => JSON.parse(line.slice(DATA_PREFIX.length)) as Event);
    if (events.length > 0) onEvents(events);
  }
}

const DATA_PREFIX = "data:";
const isData = (line: string): boolean => line.startsWith(DATA_PREFIX);

/** Yields the chunks of a stream. Needed because not every browser supports `for await` over a stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
