import type { Event } from "@parlance/contract/events/index.ts";
import type { Attention } from "./page-visibility.ts";
import { Source } from "../../stores/writable-store.ts";
import type { ConnectionStatus } from "../client.ts";
import { QueueGone, readEventStream } from "./event-stream.ts";
import { Unreachable } from "../transport.ts";

/** From which event on a queue is read. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

/** Events of a queue, and what they lead from and to. */
export interface Happening {
  readonly events: readonly Event[];
  readonly from: QueuePosition;
  readonly to: QueuePosition;
}

interface FollowOptions {
  readonly from: QueuePosition;
  readonly now: () => number;
  readonly onEvents: (happening: Happening) => void;
  /** Keeps what is known: the server forgets the events that it hears have been received, and a page that opens goes on from what is kept. */
  readonly keep: () => Promise<void>;
  /** Registers anew, after which the events of the new queue go on from what it brought. */
  readonly onQueueGone: () => Promise<QueuePosition>;
  /** Asks for the events that are there, without waiting for any. */
  readonly poll: (position: QueuePosition) => Promise<readonly Event[]>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A page that nobody sees asks so often, in milliseconds. */
const GLANCE_MS = 20_000;
/** A stream that ends sooner, in milliseconds, was most likely ended by another page that reads the same queue. */
const SHORT_MS = 5_000;

interface RunOptions {
  readonly signal: AbortSignal;
  /** Where this page shares nothing with the others of the person in this browser: whether anybody sees it. */
  readonly attention?: Attention;
}

/** Follows the events of a queue, through lost connections, servers that start anew, and queues that are gone. */
export class Follower {
  readonly status: Source<ConnectionStatus>;
  readonly #options: FollowOptions;
  #position: QueuePosition;
  #failures = 0;
  #wake: () => void = () => undefined;
  #reading: AbortController | null = null;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#position = options.from;
    this.status = new Source<ConnectionStatus>({ phase: "connecting", currentAt: options.now(), nextAttemptAt: null });
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
  readonly doubt = (): void => this.#reading?.abort();

  /** The session is over: nothing more is tried. */
  signOut(): void {
    this.#tell({ phase: "signed-out" });
  }

  /** Runs until the signal comes. */
  async run({ signal, attention }: RunOptions): Promise<void> {
    while (!signal.aborted && this.status.get().phase !== "signed-out") {
      try {
        await this.#options.keep();
        if (signal.aborted) return;
        if (!attention) await this.#read(signal);
        else if (attention.isSeen) await this.#readWhileSeen(signal, attention);
        else await this.#glance(attention);
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
        onAlive: () => this.#alive(),
        onEvents: (events) => {
          if (!signal.aborted) this.#receive(events);
        },
      });
    } catch (error) {
      throw reading.signal.aborted && !signal.aborted ? new Unreachable("The connection is in doubt.") : error;
    } finally {
      this.#reading = null;
    }
    this.#tell({ phase: "connecting", currentAt: this.#options.now() });
  }

  /** The same, until the page is out of sight. */
  async #readWhileSeen(signal: AbortSignal, attention: Attention): Promise<void> {
    const away = new AbortController();
    const ignore = attention.subscribe(() => {
      if (!attention.isSeen) away.abort();
    });
    const begunAt = performance.now();
    try {
      await this.#read(AbortSignal.any([signal, away.signal]));
      if (performance.now() - begunAt < SHORT_MS) throw new QueueGone("Another page reads this queue.");
    } catch (error) {
      if (!away.signal.aborted) throw error;
    } finally {
      ignore();
    }
  }

  /** Asks for what has happened, and then waits a while, or until somebody looks. */
  async #glance(attention: Attention): Promise<void> {
    this.#receive(await this.#options.poll(this.#position));
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
    const from = this.#position;
    const newest = Math.max(from.lastEventId, ...events.map(({ id }) => id));
    this.hear({ events, from, to: { ...from, lastEventId: newest } });
  }

  /**
   * Takes in what happened.
   * @throws QueueGone where that is not possible
   */
  hear(happening: Happening): void {
    this.#position = happening.to;
    try {
      this.#options.onEvents(happening);
    } catch (error) {
      // What is known may be half of what happened: it is asked for anew.
      reportError(error);
      throw new QueueGone("An event could not be taken in.");
    }
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    try {
      if (!(error instanceof QueueGone)) throw error;
      this.#position = await this.#options.onQueueGone();
    } catch (failure) {
      if (this.status.get().phase === "signed-out") return;
      // What is no lost connection is a mistake of ours: the browser's console tells whoever looks.
      if (!(failure instanceof Unreachable)) reportError(failure);
      await this.#pause(signal);
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    const pause = longest * (0.5 + Math.random() / 2);
    this.#failures += 1;
    const isOffline = this.#failures > 1 || !navigator.onLine;
    this.#tell({ phase: isOffline ? "offline" : "connecting", nextAttemptAt: Date.now() + pause });
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

  #tell(changes: Partial<ConnectionStatus>): void {
    this.status.set({ ...this.status.get(), ...changes });
  }
}
