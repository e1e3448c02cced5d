import type { RateLimitRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import type { LoginRateRules } from "#modules/sign-in/attempts/rate-limits.ts";
import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";

/** Emails to new addresses, by account. */
export const emailChangeLimit = declareRateLimit("emailChange", {
  variable: "PARLANCE_RATE_LIMIT_EMAIL_CHANGE",
  default: "3600:2,86400:5",
  meaning: "Emails to confirm a new email address, per account.",
});

/** The rules for changes that users make of their own accounts: of the email address, and by giving the password. */
export type AccountChangeRateRules = LoginRateRules & RateLimitRules<(typeof emailChangeLimit)["name"]>;
