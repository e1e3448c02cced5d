import { Tally } from "@parlance/kernel/base/measures.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";

type Outcome = "sent" | "postponed" | "failed";

/** Outcome of a request to the push relay: it was fulfilled, or the kind of failure; see `RelayFailure`. */
type RelayOutcome = "fulfilled" | "away" | "broken" | "refused" | "final";

/** Counts push notifications and the requests that are needed to send them. */
export interface PushMetrics {
  /** Counts an attempt to send a notification. */
  countAttempt(transport: "browser" | "phone", outcome: Outcome): void;
  countRelayRequest(outcome: RelayOutcome): void;
}

const outcomes: readonly Outcome[] = ["sent", "postponed", "failed"];
const relayOutcomes: readonly RelayOutcome[] = ["fulfilled", "away", "broken", "refused", "final"];

export function createPushMetrics({ show }: Metrics): PushMetrics {
  const known = outcomes.flatMap((one): [string, string][] => [
    ["browser", one],
    ["phone", one],
  ]);
  const attempts = new Tally<[transport: string, outcome: string]>(["transport", "outcome"], known);
  const relayRequests = new Tally<[outcome: string]>(
    ["outcome"],
    relayOutcomes.map((one) => [one]),
  );
  show({
    name: "parlance_push_total",
    help: "Attempts to send a push notification, by transport (browser or phone) and outcome: sent, postponed, or failed permanently",
    labels: ["transport", "outcome"],
    read: attempts.read,
  });
  show({
    name: "parlance_push_relay_requests_total",
    help: "Requests to the push relay, by outcome: fulfilled, away (no response), broken (invalid response), refused (a retry may succeed) or final (a retry would not help)",
    labels: ["outcome"],
    read: relayRequests.read,
  });
  return {
    countAttempt: (transport, outcome) => attempts.add([transport, outcome]),
    countRelayRequest: (outcome) => relayRequests.add([outcome]),
  };
}
