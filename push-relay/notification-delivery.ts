import { Counter, type Registry } from "prom-client";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { AppleNotice, GoogleNotice, Outcome, Provider } from "./providers/provider.ts";
import type { TokenKind } from "./push-tokens.ts";

/** Notices of one request that are on their way at once. */
const AT_ONCE = 50;
/** How long the notices of one request are tried. Who asked waits 15 seconds, and has to hear what came of them. */
const PATIENCE_MS = 11_000;

/** A notice for one phone. */
export type Notice =
  | { readonly kind: "apns"; readonly notice: AppleNotice }
  | { readonly kind: "fcm"; readonly notice: GoogleNotice };

/** Those that the relay is set up for. */
export interface Providers {
  readonly apns: Provider<AppleNotice> | undefined;
  readonly fcm: Provider<GoogleNotice> | undefined;
}

/** What came of the notices of a request, by what each was for. */
export type Outcomes<K> = ReadonlyMap<K, Outcome>;

/** Hands notices to the services, and counts what comes of them. */
export class Delivery {
  readonly #providers: Providers;
  readonly #clock: Clock;
  readonly #outcomes: Counter<"service" | "outcome">;

  constructor(providers: Providers, clock: Clock, registry: Registry) {
    this.#providers = providers;
    this.#clock = clock;
    this.#outcomes = new Counter({
      name: "push_relay_notices_total",
      help: "Push notifications, by result",
      labelNames: ["service", "outcome"],
      registers: [registry],
    });
  }

  /** Whether phones of this kind can be reached at all. */
  reaches(kind: TokenKind): boolean {
    return this.#providers[kind] !== undefined;
  }

  async send<K>(notices: ReadonlyMap<K, Notice>): Promise<Outcomes<K>> {
    const outcomes = new Map<K, Outcome>();
    const deadline = this.#clock.elapsed() + PATIENCE_MS;
    const waiting = notices.entries();
    const work = async () => {
      for (const [of, notice] of waiting) {
        const outcome = await this.#sendOne(notice, deadline);
        this.#outcomes.inc({ service: notice.kind, outcome });
        outcomes.set(of, outcome);
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, notices.size) }, work));
    return outcomes;
  }

  async #sendOne({ kind, notice }: Notice, deadline: number): Promise<Outcome> {
    const { apns, fcm } = this.#providers;
    return (await (kind === "apns" ? apns?.send(notice, deadline) : fcm?.send(notice, deadline))) ?? "unavailable";
  }
}

/** For whom a notice is still to be sent: nothing is wrong with it, and the service may take it later. */
export const unsentAmong = <K>(outcomes: Outcomes<K>): readonly K[] =>
  [...outcomes].flatMap(([of, outcome]) => (isUnsent(outcome) ? [of] : []));

const isUnsent = (outcome: Outcome): boolean => outcome === "unavailable" || outcome === "unauthorized";

/** Whether nobody got anything, and somebody may later: then all of it is to be tried again. */
export const isInVain = (outcomes: Outcomes<unknown>): boolean =>
  unsentAmong(outcomes).length > 0 && ![...outcomes.values()].includes("sent");
