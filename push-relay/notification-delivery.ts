import { Counter, type Registry } from "prom-client";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { AppleNotification, GoogleNotification, DeliveryOutcome, Provider } from "./providers/provider.ts";
import type { TokenKind } from "./push-tokens.ts";

/** Maximum number of notifications of a request that are sent at the same time. */
const MAX_CONCURRENT_NOTIFICATIONS = 50;
/**
 * Timeout for sending all notifications of a request, in milliseconds. The chat server waits 15 seconds for the
 * response, which must contain the outcomes.
 */
const DELIVERY_TIMEOUT_MS = 11_000;

/** A notification for one phone. */
export type PushNotification =
  | { readonly kind: "apns"; readonly notification: AppleNotification }
  | { readonly kind: "fcm"; readonly notification: GoogleNotification };

/** The push services that the relay is configured for. */
export interface Providers {
  readonly apns: Provider<AppleNotification> | undefined;
  readonly fcm: Provider<GoogleNotification> | undefined;
}

/** The outcome of each notification, by the key under which it was passed to `send`. */
export type DeliveryOutcomes<K> = ReadonlyMap<K, DeliveryOutcome>;

/** Sends notifications to the push services and counts their outcomes. */
export class NotificationDelivery {
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

  /** Returns whether the relay is configured for phones of this type. */
  supports(kind: TokenKind): boolean {
    return this.#providers[kind] !== undefined;
  }

  async send<K>(notices: ReadonlyMap<K, PushNotification>): Promise<DeliveryOutcomes<K>> {
    const outcomes = new Map<K, DeliveryOutcome>();
    const deadline = this.#clock.elapsed() + DELIVERY_TIMEOUT_MS;
    const waiting = notices.entries();
    const work = async () => {
      for (const [of, notice] of waiting) {
        const outcome = await this.#sendOne(notice, deadline);
        this.#outcomes.inc({ service: notice.kind, outcome });
        outcomes.set(of, outcome);
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_NOTIFICATIONS, notices.size) }, work));
    return outcomes;
  }

  async #sendOne({ kind, notification }: PushNotification, deadline: number): Promise<DeliveryOutcome> {
    const { apns, fcm } = this.#providers;
    return (
      (await (kind === "apns" ? apns?.send(notification, deadline) : fcm?.send(notification, deadline))) ??
      "unavailable"
    );
  }
}

/**
 * Returns the keys of the notifications that could not be sent for a temporary reason, so that they should be retried.
 */
export const findUnsent = <K>(outcomes: DeliveryOutcomes<K>): readonly K[] =>
  [...outcomes].flatMap(([of, outcome]) => (isUnsent(outcome) ? [of] : []));

const isUnsent = (outcome: DeliveryOutcome): boolean => outcome === "unavailable" || outcome === "unauthorized";

/**
 * Returns whether the whole request should be retried: no phone has received its notification, and some failures are
 * temporary.
 */
export const shouldRetryAll = (outcomes: DeliveryOutcomes<unknown>): boolean =>
  findUnsent(outcomes).length > 0 && ![...outcomes.values()].includes("sent");
