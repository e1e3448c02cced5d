import type { Event } from "@parlance/contract/events/index.ts";
import type { PageVisibility } from "./page-visibility.ts";
import { WritableStore } from "../../stores/writable-store.ts";
import type { ConnectionStatus } from "../client.ts";
import { QueueExpiredError, readEventStream } from "./event-stream.ts";
import { ServerUnreachableError } from "../transport.ts";

/** A position in an event queue. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Events of a queue, with the positions before and after them. */
export interface EventBatch {
  readonly events: readonly Event[];
  readonly from: QueuePosition;
  readonly to: QueuePosition;
}

interface EventFollowerOptions {
  readonly from: QueuePosition;
  readonly now: () => number;
  readonly onEvents: (happening: EventBatch) => void;
  /**
   * Persists the state of the page. Called before events are acknowledged: the server deletes acknowledged events, so a
   * page that is opened later must find their effect in the persisted state.
   */
  readonly persist: () => Promise<void>;
  /** Registers a new queue, replaces the state, and returns the position from which the new queue's events continue. */
  readonly onQueueExpired: () => Promise<QueuePosition>;
  /** Fetches the events that the queue already contains, without waiting for new ones. */
  readonly poll: (position: QueuePosition) => Promise<readonly Event[]>;
}

const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 30_000;
/** Interval in milliseconds between the polls of a hidden page. */
const HIDDEN_POLL_INTERVAL_MS = 20_000;
/**
 * Duration in milliseconds. A stream that ends sooner was most likely ended by the server because another page reads
 * the same queue.
 */
const MIN_STREAM_DURATION_MS = 5_000;

interface RunOptions {
  readonly signal: AbortSignal;
  /**
   * Visibility of this page. Only set if the page cannot share a connection with the user's other pages in this
   * browser.
   */
  readonly visibility?: PageVisibility;
}

/**
 * Receives the events of a queue continuously. Reconnects when the connection is lost or the server restarts, and
 * registers a new queue when the queue has expired.
 */
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

  /** Continues from another position. Called when the state was replaced with one from another page. */
  moveTo(position: QueuePosition): void {
    this.#position = position;
  }

  /**
   * Ends the delay before the next attempt to connect, if there is one. Called when the network is back, the user has
   * returned, or another page asks for events.
   */
  readonly wake = (): void => this.#wake();

  /**
   * Closes the current connection and opens a new one. Called when the browser goes offline or a request has not
   * reached the server, because the event stream may then be broken as well without the browser noticing.
   */
  readonly reconnect = (): void => this.#reading?.abort();

  /**
   * Sets the status to `signed-out`, which ends `run` after the current connection. Called when the session has ended.
   */
  signOut(): void {
    this.#updateStatus({ phase: "signed-out" });
  }

  /** Follows the events until the signal is aborted or the session ends. */
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

  /** Receives events as they occur, until the server ends the stream. */
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

  /** Receives events as they occur, until the server ends the stream or the page is hidden. */
  async #readWhileVisible(signal: AbortSignal, attention: PageVisibility): Promise<void> {
    const away = new AbortController();
    const ignore = attention.subscribe(() => {
      if (!attention.isVisible) away.abort();
    });
    const startedAt = performance.now();
    try {
      await this.#read(AbortSignal.any([signal, away.signal]));
      if (performance.now() - startedAt < MIN_STREAM_DURATION_MS)
        throw new QueueExpiredError("Another page reads this queue.");
    } catch (error) {
      if (!away.signal.aborted) throw error;
    } finally {
      ignore();
    }
  }

  /**
   * Fetches the events that the queue contains. Then waits until the next poll is due or the page's visibility changes.
   */
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
   * Applies a batch of events.
   * @throws QueueExpiredError if an event could not be applied, so that the whole state is fetched again
   */
  receiveBatch(happening: EventBatch): void {
    this.#position = happening.to;
    try {
      this.#options.onEvents(happening);
    } catch (error) {
      // The events may have been applied only in part, so the whole state is fetched again.
      reportError(error);
      throw new QueueExpiredError("An event could not be applied.");
    }
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    try {
      if (!(error instanceof QueueExpiredError)) throw error;
      this.#position = await this.#options.onQueueExpired();
    } catch (failure) {
      if (this.status.get().phase === "signed-out") return;
      // Anything other than a lost connection is a bug, so it is reported in the browser's console.
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
