import { Tally } from "@parlance/kernel/base/measures.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { countUnsentEmails } from "./queries.ts";

export interface EmailMetrics {
  /** Counts an attempt to send an email, by its outcome. */
  countAttempt(outcome: "sent" | "postponed" | "failed"): void;
}

/** Creates the metrics of outgoing email. */
export function createEmailMetrics({ show, cache }: Metrics, db: Reader): EmailMetrics {
  const attempts = new Tally<[outcome: string]>(["outcome"], [["sent"], ["postponed"], ["failed"]]);
  show({
    name: "parlance_mail_total",
    help: "Attempts to send an email, by outcome: sent, postponed, or failed permanently",
    labels: ["outcome"],
    read: attempts.read,
  });
  const countUnsent = cache(() => countUnsentEmails(db));
  show({
    name: "parlance_mail_unsent",
    help: "Emails that are not sent, by state: waiting for an attempt, or failed permanently",
    labels: ["state"],
    async read() {
      const counts = await countUnsent();
      return counts && Object.entries(counts).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  return { countAttempt: (outcome) => attempts.add([outcome]) };
}
