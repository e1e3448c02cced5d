import type { EventHub } from "@parlance/kernel/events/event-hub.ts";
import type { LiveQueue } from "./live-queue.ts";

/** Maximum interval between checks of blocked polls for due heartbeats, in milliseconds. */
const TICK_MS = 500;
/** Maximum interval between checks for other due work while this process has no queue, in milliseconds. */
const IDLE_TICK_MS = 5000;

interface QueueTimerOptions {
  readonly queues: Pick<ReadonlyMap<string, LiveQueue>, "size">;
  readonly hub: Pick<EventHub, "startPolling" | "stopPolling">;
  /** Interval between the rounds of the queue persister, in milliseconds. */
  readonly roundMs: number;
  /** Does the work that is due. */
  readonly tick: () => void;
}

/** The timer for the work on event queues. While this process has none, it ticks rarely and the logs are not polled. */
export class QueueTimer {
  readonly #options: QueueTimerOptions;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QueueTimerOptions) {
    this.#options = options;
  }

  /** Sets the timer. Must also be called when the first queue is added. */
  start(): void {
    const { queues, hub, roundMs, tick } = this.#options;
    const isIdle = queues.size === 0;
    if (isIdle) hub.stopPolling();
    else hub.startPolling();
    clearTimeout(this.#timer);
    const again = () => {
      tick();
      this.start();
    };
    this.#timer = setTimeout(again, Math.min(isIdle ? IDLE_TICK_MS : TICK_MS, roundMs / 2)).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#options.hub.stopPolling();
  }
}
