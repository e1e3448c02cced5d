import type { RateLimitRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import type { LoginRateRules } from "#modules/sign-in/attempts/rate-limits.ts";
import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** Rate limit for emails that confirm a new address, per account. */
export const emailChangeLimit = declareRateLimit("emailChange", {
  key: "rate_limits.email_change",
  variable: "PARLANCE_RATE_LIMIT_EMAIL_CHANGE",
  default: "3600:2,86400:5",
  meaning: "Emails to confirm a new email address, per account.",
});

/**
 * The rate limits for users who change their own accounts: for changes of the email address, and for wrong passwords.
 */
export type AccountChangeRateRules = LoginRateRules & RateLimitRules<(typeof emailChangeLimit)["name"]>;
