import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** New API keys and SCIM tokens, by account. */
export const apiKeysLimit = declareRateLimit("apiKeys", {
  key: "rate_limits.api_keys",
  variable: "PARLANCE_RATE_LIMIT_API_KEYS",
  default: "3600:60",
  meaning: "New API keys per account, including those of its bots.",
});
