import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";

/** The same is not said again for so long. */
const REPEAT_INTERVAL_MS = 60_000;
/** Complaints that are told apart at once. */
const MAX_DISTINCT_MESSAGES = 1000;

interface LoggedMessage {
  readonly at: number;
  suppressed: number;
}

/** What goes wrong with a service, for the log: what befalls many notices at once is said once, and how often it was so later. */
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

  /** `reason`: what the service says itself. */
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
