import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";

/** Minimum time between two equal messages, in milliseconds. */
const REPEAT_INTERVAL_MS = 60_000;
/** Maximum number of distinct messages that are tracked. */
const MAX_DISTINCT_MESSAGES = 1000;

interface LoggedMessage {
  readonly at: number;
  suppressed: number;
}

/**
 * Logs the problems of a push service. If many notifications have the same problem, it is logged once, and later with
 * the number of repetitions.
 */
export class ThrottledLog {
  readonly #service: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #logged = new Map<string, LoggedMessage>();

  constructor(service: string, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#service = service;
    this.#clock = clock;
    this.#log = log;
  }

  /** Logs a problem. `reason`: the service's own description. */
  log(level: "warn" | "error", message: string, { reason = "", err }: { reason?: string; err?: unknown } = {}): void {
    const key = `${message} ${reason}`;
    const now = this.#clock.elapsed();
    const entry = this.#logged.get(key);
    if (entry && now - entry.at < REPEAT_INTERVAL_MS) {
      entry.suppressed += 1;
      return;
    }
    if (this.#logged.size >= MAX_DISTINCT_MESSAGES) this.#logged.clear();
    this.#logged.set(key, { at: now, suppressed: 0 });
    const again = entry?.suppressed ? { againInTheMeantime: entry.suppressed } : {};
    this.#log[level](
      { service: this.#service, ...(reason !== "" && { reason }), ...(err !== undefined && { err }), ...again },
      message,
    );
  }
}
