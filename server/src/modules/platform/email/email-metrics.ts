import { Counter, Gauge, type Registry } from "prom-client";
import type { Reader } from "#kernel/db/types.ts";
import { unsentLetters } from "./queries.ts";

export interface MailMetrics {
  /** Notes how a try ended. */
  tried(outcome: "sent" | "postponed" | "failed"): void;
}

/** What operators watch of the mail. */
export function mailMetrics(registry: Registry, db: Reader): MailMetrics {
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
      const { waiting, failed } = await unsentLetters(db);
      unsent.set({ state: "waiting" }, waiting);
      unsent.set({ state: "failed" }, failed);
    },
  });
  return { tried: (outcome) => tries.inc({ outcome }) };
}
