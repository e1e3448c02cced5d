import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";
import type { RateLimitRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

/** Limits of wrong passwords: per username and network together, per username, and per network. */
export const loginLimits = [
  declareRateLimit("login", {
    key: "rate_limits.login",
    variable: "PARLANCE_RATE_LIMIT_LOGIN",
    default: "1800:5",
    meaning: "Failed logins per username and network.",
  }),
  declareRateLimit("loginOfName", {
    key: "rate_limits.login_per_name",
    variable: "PARLANCE_RATE_LIMIT_LOGIN_PER_NAME",
    formerVariable: "PARLANCE_RATE_LIMIT_LOGIN_OF_NAME",
    default: "86400:100",
    meaning:
      "Failed logins per username from any network. Above the limit, logins are slowed down: networks from which the owner has not logged in recently share one attempt per 15 minutes.",
  }),
  declareRateLimit("loginFromAddress", {
    key: "rate_limits.login_per_address",
    variable: "PARLANCE_RATE_LIMIT_LOGIN_PER_ADDRESS",
    formerVariable: "PARLANCE_RATE_LIMIT_LOGIN_FROM_ADDRESS",
    default: "1800:100",
    meaning: "Failed logins per network, for any username.",
  }),
] as const;

/** Emails that clients without an account can cause: per address for password resets and sign-ups, and per network. */
export const emailLimits = [
  declareRateLimit("passwordReset", {
    key: "rate_limits.password_reset",
    variable: "PARLANCE_RATE_LIMIT_PASSWORD_RESET",
    default: "3600:2,86400:5",
    meaning: "Password reset emails per address.",
  }),
  declareRateLimit("join", {
    key: "rate_limits.join",
    variable: "PARLANCE_RATE_LIMIT_JOIN",
    default: "3600:3,86400:6",
    meaning: "Sign-up emails per address and organization.",
  }),
  declareRateLimit("mailFromAddress", {
    key: "rate_limits.email_per_address",
    variable: "PARLANCE_RATE_LIMIT_EMAIL_PER_ADDRESS",
    formerVariable: "PARLANCE_RATE_LIMIT_MAIL_FROM_ADDRESS",
    default: "86400:5",
    meaning: "Emails requested by one network without an account.",
  }),
] as const;

/** Rules of the rate limits for wrong passwords. */
export type LoginRateRules = RateLimitRules<(typeof loginLimits)[number]["name"]>;

/** Rules of the rate limits for emails that clients without an account can cause. */
export type EmailRateRules = RateLimitRules<(typeof emailLimits)[number]["name"]>;
