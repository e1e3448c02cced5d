import type { Event } from "@parlance/contract/events/index.ts";
import type { PageVisibility } from "./page-visibility.ts";
import { WritableStore } from "../../stores/writable-store.ts";
import type { ConnectionStatus } from "../client.ts";
import { QueueExpiredError, readEventStream } from "./event-stream.ts";
import { ServerUnreachableError } from "../transport.ts";

/** From which event on a queue is read. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Events of a queue, and what they lead from and to. */
export interface EventBatch {
  readonly events: readonly Event[];
  readonly from: QueuePosition;
  readonly to: QueuePosition;
}

interface EventFollowerOptions {
  readonly from: QueuePosition;
  readonly now: () => number;
  readonly onEvents: (happening: EventBatch) => void;
  /** Keeps what is known: the server forgets the events that it hears have been received, and a page that opens goes on from what is kept. */
  readonly persist: () => Promise<void>;
  /** Registers anew, after which the events of the new queue go on from what it brought. */
  readonly onQueueExpired: () => Promise<QueuePosition>;
  /** Asks for the events that are there, without waiting for any. */
  readonly poll: (position: QueuePosition) => Promise<readonly Event[]>;
}

const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;
/** A page that nobody sees asks so often, in milliseconds. */
const HIDDEN_POLL_INTERVAL_MS = 20_000;
/** A stream that ends sooner, in milliseconds, was most likely ended by another page that reads the same queue. */
const MIN_STREAM_DURATION_MS = 5_000;

interface RunOptions {
  readonly signal: AbortSignal;
  /** Where this page shares nothing with the others of the person in this browser: whether anybody sees it. */
  readonly visibility?: PageVisibility;
}

/** Follows the events of a queue, through lost connections, servers that start anew, and queues that are gone. */
export class EventFollower {
  readonly status: WritableStore<ConnectionStatus>;
  readonly #options: EventFollowerOptions;
  #position: QueuePosition;
  #failures = 0;
  #wake: () => void = () => undefined;
  #reading: AbortController | null = null;

  constructor(options: EventFollowerOptions) {
    this.#options = options;
    this.#position = options.from;
    this.status = new WritableStore<ConnectionStatus>({
      phase: "connecting",
      currentAt: options.now(),
      nextAttemptAt: null,
    });
  }

  get position(): QueuePosition {
    return this.#position;
  }

  /** Goes on from elsewhere: what is known was begun anew. */
  moveTo(position: QueuePosition): void {
    this.#position = position;
  }

  /** Tries again now, if it waits: the network is back, or somebody looks. */
  readonly wake = (): void => this.#wake();

  /** The connection may be gone without a word, as that of a request is: it is made anew, which shows. */
  readonly reconnect = (): void => this.#reading?.abort();

  /** The session is over: nothing more is tried. */
  signOut(): void {
    this.#updateStatus({ phase: "signed-out" });
  }

  /** Runs until the signal comes. */
  async run({ signal, visibility }: RunOptions): Promise<void> {
    while (!signal.aborted && this.status.get().phase !== "signed-out") {
      try {
        await this.#options.persist();
        if (signal.aborted) return;
        if (!visibility) await this.#read(signal);
        else if (visibility.isVisible) await this.#readWhileVisible(signal, visibility);
        else await this.#pollWhileHidden(visibility);
      } catch (error) {
        if (signal.aborted) return;
        await this.#recover(error, signal);
      }
    }
  }

  /** Hears of events as they come, until the stream ends. */
  async #read(signal: AbortSignal): Promise<void> {
    const reading = new AbortController();
    this.#reading = reading;
    try {
      await readEventStream({
        ...this.#position,
        signal: AbortSignal.any([signal, reading.signal]),
        onAlive: () => this.#markLive(),
        onEvents: (events) => {
          if (!signal.aborted) this.#receive(events);
        },
      });
    } catch (error) {
      throw reading.signal.aborted && !signal.aborted
        ? new ServerUnreachableError("The connection is in doubt.")
        : error;
    } finally {
      this.#reading = null;
    }
    this.#updateStatus({ phase: "connecting", currentAt: this.#options.now() });
  }

  /** The same, until the page is out of sight. */
  async #readWhileVisible(signal: AbortSignal, attention: PageVisibility): Promise<void> {
    const away = new AbortController();
    const ignore = attention.subscribe(() => {
      if (!attention.isVisible) away.abort();
    });
    const begunAt = performance.now();
    try {
      await this.#read(AbortSignal.any([signal, away.signal]));
      if (performance.now() - begunAt < MIN_STREAM_DURATION_MS)
        throw new QueueExpiredError("Another page reads this queue.");
    } catch (error) {
      if (!away.signal.aborted) throw error;
    } finally {
      ignore();
    }
  }

  /** Asks for what has happened, and then waits a while, or until somebody looks. */
  async #pollWhileHidden(attention: PageVisibility): Promise<void> {
    this.#receive(await this.#options.poll(this.#position));
    this.#markLive();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, HIDDEN_POLL_INTERVAL_MS);
      const ignore = attention.subscribe(() => {
        clearTimeout(timer);
        ignore();
        resolve();
      });
    });
  }

  #markLive(): void {
    this.#failures = 0;
    this.#updateStatus({ phase: "live", currentAt: this.#options.now(), nextAttemptAt: null });
  }

  #receive(events: readonly Event[]): void {
    const from = this.#position;
    const newest = Math.max(from.lastEventId, ...events.map(({ id }) => id));
    this.receiveBatch({ events, from, to: { ...from, lastEventId: newest } });
  }

  /**
   * Takes in what happened.
   * @throws QueueExpiredError where that is not possible
   */
  receiveBatch(happening: EventBatch): void {
    this.#position = happening.to;
    try {
      this.#options.onEvents(happening);
    } catch (error) {
      // What is known may be half of what happened: it is asked for anew.
      reportError(error);
      throw new QueueExpiredError("An event could not be taken in.");
    }
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    try {
      if (!(error instanceof QueueExpiredError)) throw error;
      this.#position = await this.#options.onQueueExpired();
    } catch (failure) {
      if (this.status.get().phase === "signed-out") return;
      // What is no lost connection is a mistake of ours: the browser's console tells whoever looks.
      if (!(failure instanceof ServerUnreachableError)) reportError(failure);
      await this.#waitForRetry(signal);
    }
  }

  async #waitForRetry(signal: AbortSignal): Promise<void> {
    const longest = Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** this.#failures);
    const pause = longest * (0.5 + Math.random() / 2);
    this.#failures += 1;
    const isOffline = this.#failures > 1 || !navigator.onLine;
    this.#updateStatus({ phase: isOffline ? "offline" : "connecting", nextAttemptAt: Date.now() + pause });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      signal.addEventListener("abort", this.#wake);
    });
    signal.removeEventListener("abort", this.#wake);
    this.#wake = () => undefined;
  }

  #updateStatus(changes: Partial<ConnectionStatus>): void {
    this.status.set({ ...this.status.get(), ...changes });
  }
}
