import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** What several modules count together, by account. */
export const creationsLimit = declareRateLimit("creations", {
  variable: "PARLANCE_RATE_LIMIT_CREATIONS",
  default: "3600:500",
  meaning: "Requests per account to create users, bots, channels, groups and similar, and to subscribe to channels.",
});

/** Uploads of all kinds, by account. */
export const uploadsLimit = declareRateLimit("uploads", {
  variable: "PARLANCE_RATE_LIMIT_UPLOADS",
  default: "3600:100",
  meaning: "File uploads per account.",
});
