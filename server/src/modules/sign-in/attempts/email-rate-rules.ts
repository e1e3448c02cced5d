import type { RateLimitRules } from "#kernel/rate-limits/rate-limit-rules.ts";

/** The rules for letters that anyone can cause. */
export type EmailRateRules = Pick<RateLimitRules, "passwordReset" | "join" | "mailFromAddress">;
