import type { Event } from "@parlance/contract/events/index.ts";
import type { Attention } from "./attention.ts";
import { Source } from "../replica/source.ts";
import type { ConnectionStatus } from "./client.ts";
import { QueueGone, readEventStream } from "./event-stream.ts";
import { Unreachable } from "./transport.ts";

/** From which event on a queue is read. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

interface FollowOptions {
  readonly from: QueuePosition;
  readonly now: () => number;
  readonly onEvents: (events: readonly Event[]) => void;
  /** Registers anew, after which the events of the new queue go on from what it brought. */
  readonly onQueueGone: () => Promise<QueuePosition>;
  readonly signal: AbortSignal;
  readonly attention: Attention;
  /** Asks for the events that are there, without waiting for any. */
  readonly poll: (position: QueuePosition) => Promise<readonly Event[]>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A page that nobody sees asks so often, in milliseconds. */
const GLANCE_MS = 20_000;

/** Follows the events of a queue, through lost connections, servers that start anew, and queues that are gone. */
export class Follower {
  readonly status: Source<ConnectionStatus>;
  readonly #options: FollowOptions;
  #position: QueuePosition;
  #failures = 0;
  #wake: () => void = () => undefined;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.from;
    this.status = new Source<ConnectionStatus>({ phase: "connecting", currentAt: options.now(), nextAttemptAt: null });
  }

  get position(): QueuePosition {
    return this.#position;
  }

  /** Tries again now, if it waits: the network is back, or somebody looks. */
  readonly wake = (): void => this.#wake();

  /** The session is over: nothing more is tried. */
  signOut(): void {
    this.#tell({ phase: "signed-out" });
  }

  /** Runs until the signal comes. */
  async run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted && this.status.get().phase !== "signed-out") {
      try {
        if (this.#options.attention.isClose) await this.#read();
        else await this.#glance();
      } catch (error) {
        if (signal.aborted) return;
        await this.#recover(error);
      }
    }
  }

  /** Hears of events as they come, until the stream ends or the page is out of sight. */
  async #read(): Promise<void> {
    const { signal, now, attention } = this.#options;
    const away = new AbortController();
    const ignore = attention.subscribe(() => {
      if (!attention.isClose) away.abort();
    });
    try {
      await readEventStream({
        ...this.#position,
        signal: AbortSignal.any([signal, away.signal]),
        onAlive: () => this.#alive(),
        onEvents: (events) => this.#receive(events),
      });
      this.#tell({ phase: "connecting", currentAt: now() });
    } catch (error) {
      if (!away.signal.aborted) throw error;
    } finally {
      ignore();
    }
  }

  /** Asks for what has happened, and then waits a while, or until somebody looks. */
  async #glance(): Promise<void> {
    const { attention, poll } = this.#options;
    this.#receive(await poll(this.#position));
    this.#alive();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, GLANCE_MS);
      const ignore = attention.subscribe(() => {
        clearTimeout(timer);
        ignore();
        resolve();
      });
    });
  }

  #alive(): void {
    this.#failures = 0;
    this.#tell({ phase: "live", currentAt: this.#options.now(), nextAttemptAt: null });
  }

  #receive(events: readonly Event[]): void {
    // Several events may have one id; a connection that is lost among them brings all of them again.
    const fresh = events.filter(({ id }) => id > this.#position.lastEventId);
    const newest = Math.max(this.#position.lastEventId, ...fresh.map(({ id }) => id));
    this.#position = { ...this.#position, lastEventId: newest };
    try {
      this.#options.onEvents(fresh);
    } catch (error) {
      // What is known may be half of what happened: it is asked for anew.
      reportError(error);
      throw new QueueGone("An event could not be taken in.");
    }
  }

  async #recover(error: unknown): Promise<void> {
    try {
      if (!(error instanceof QueueGone)) throw error;
      this.#position = await this.#options.onQueueGone();
    } catch (failure) {
      if (this.status.get().phase === "signed-out") return;
      // What is no lost connection is a mistake of ours: the browser's console tells whoever looks.
      if (!(failure instanceof Unreachable)) reportError(failure);
      await this.#pause();
    }
  }

  async #pause(): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    const pause = longest * (0.5 + Math.random() / 2);
    this.#failures += 1;
    this.#tell({ phase: this.#failures > 1 ? "offline" : "connecting", nextAttemptAt: Date.now() + pause });
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => undefined;
  }

  #tell(changes: Partial<ConnectionStatus>): void {
    this.status.set({ ...this.status.get(), ...changes });
  }
}
