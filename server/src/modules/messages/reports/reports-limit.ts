import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** Reports of messages, by account. */
export const reportsLimit = declareRateLimit("reports", {
  key: "rate_limits.reports",
  variable: "PARLANCE_RATE_LIMIT_REPORTS",
  default: "3600:30",
  meaning: "Message reports per account.",
});
