import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";

/** Minimum time between two equal messages. */
const REPEAT_INTERVAL_MS = 60_000;
/** Maximum number of distinct messages that are tracked. */
const MAX_DISTINCT_MESSAGES = 1000;

interface LoggedMessage {
  readonly at: number;
  suppressed: number;
}

/**
 * Log of a push service's problems: a problem of many notifications at the same time is logged once, and its frequency
 * later.
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
    const said = this.#logged.get(key);
    if (said && now - said.at < REPEAT_INTERVAL_MS) {
      said.suppressed += 1;
      return;
    }
    if (this.#logged.size >= MAX_DISTINCT_MESSAGES) this.#logged.clear();
    this.#logged.set(key, { at: now, suppressed: 0 });
    const again = said?.suppressed ? { againInTheMeantime: said.suppressed } : {};
    this.#log[level](
      { service: this.#service, ...(reason !== "" && { reason }), ...(err !== undefined && { err }), ...again },
      message,
    );
  }
}
