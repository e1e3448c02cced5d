import { Counter, Gauge, type Registry } from "prom-client";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { countUnsentEmails } from "./queries.ts";

export interface EmailMetrics {
  /** Counts an attempt to send an email, by its outcome. */
  countAttempt(outcome: "sent" | "postponed" | "failed"): void;
}

/** Creates the metrics of outgoing email. */
export function createEmailMetrics(registry: Registry, db: Reader): EmailMetrics {
  const tries = new Counter({
    name: "parlance_mail_total",
    help: "Attempts to send an email, by result: sent, postponed, or failed permanently",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of ["sent", "postponed", "failed"]) tries.inc({ outcome }, 0);
  const unsent = new Gauge({
    name: "parlance_mail_unsent",
    help: "Emails not sent, by state: waiting for an attempt, or failed permanently and kept for the operator",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      const { waiting, failed } = await countUnsentEmails(db);
      unsent.set({ state: "waiting" }, waiting);
      unsent.set({ state: "failed" }, failed);
    },
  });
  return { countAttempt: (outcome) => tries.inc({ outcome }) };
}
