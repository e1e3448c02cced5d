import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";

/** The same is not said again for so long. */
const PAUSE_MS = 60_000;
/** Complaints that are told apart at once. */
const MOST_KINDS = 1000;

interface Said {
  readonly at: number;
  held: number;
}

/** What goes wrong with a service, for the log: what befalls many notices at once is said once, and how often it was so later. */
export class Complaints {
  readonly #service: string;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #said = new Map<string, Said>();

  constructor(service: string, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#service = service;
    this.#clock = clock;
    this.#log = log;
  }

  /** `reason`: what the service says itself. */
  say(level: "warn" | "error", message: string, { reason = "", err }: { reason?: string; err?: unknown } = {}): void {
    const key = `${message} ${reason}`;
    const now = this.#clock.elapsed();
    const said = this.#said.get(key);
    if (said && now - said.at < PAUSE_MS) {
      said.held += 1;
      return;
    }
    if (this.#said.size >= MOST_KINDS) this.#said.clear();
    this.#said.set(key, { at: now, held: 0 });
    const again = said?.held ? { againInTheMeantime: said.held } : {};
    this.#log[level](
      { service: this.#service, ...(reason !== "" && { reason }), ...(err !== undefined && { err }), ...again },
      message,
    );
  }
}
