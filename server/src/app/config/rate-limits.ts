import type { RateLimitRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";
import { accountLimit, addressLimit, fileLimit } from "@parlance/kernel/rate-limits/settings.ts";
import { invitationsLimit } from "#modules/invitations/settings.ts";
import { editsLimit } from "#modules/messages/edits/edits-limit.ts";
import { reportsLimit } from "#modules/messages/reports/reports-limit.ts";
import { apiKeysLimit } from "#modules/sign-in/api-keys/api-keys-limit.ts";
import { emailLimits, loginLimits } from "#modules/sign-in/attempts/rate-limits.ts";
import { emailChangeLimit } from "#modules/users/accounts/own-account/email-change-limit.ts";
import { creationsLimit, uploadsLimit } from "#modules/users/core/rate-limits.ts";
import { registrationsLimit } from "#realtime/settings.ts";

/** All rate limits, in the order in which they are documented. */
export const rateLimits = [
  accountLimit,
  addressLimit,
  fileLimit,
  ...loginLimits,
  ...emailLimits,
  emailChangeLimit,
  apiKeysLimit,
  creationsLimit,
  editsLimit,
  invitationsLimit,
  registrationsLimit,
  reportsLimit,
  uploadsLimit,
] as const;

/** The rules of all rate limits. */
export type DeclaredRateLimitRules = RateLimitRules<(typeof rateLimits)[number]["name"]>;
