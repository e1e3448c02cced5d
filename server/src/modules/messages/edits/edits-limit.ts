import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** Edits and moves of messages, by account. */
export const editsLimit = declareRateLimit("edits", {
  key: "rate_limits.edits",
  variable: "PARLANCE_RATE_LIMIT_EDITS",
  default: "60:60,3600:900",
  meaning: "Message edits and moves per account.",
});
