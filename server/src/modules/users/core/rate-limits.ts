import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/**
 * Rate limit that several modules share: requests that create users, bots, channels and the like, or subscribe users to
 * channels, per account.
 */
export const creationsLimit = declareRateLimit("creations", {
  key: "rate_limits.creations",
  variable: "PARLANCE_RATE_LIMIT_CREATIONS",
  default: "3600:500",
  meaning: "Requests per account to create users, bots, channels, groups and similar, and to subscribe to channels.",
});

/** Rate limit for uploads of all kinds, per account. */
export const uploadsLimit = declareRateLimit("uploads", {
  key: "rate_limits.uploads",
  variable: "PARLANCE_RATE_LIMIT_UPLOADS",
  default: "3600:100",
  meaning: "File uploads per account.",
});
