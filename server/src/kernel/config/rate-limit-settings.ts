import { type LimitName, parseRateRules, type RateLimitRules } from "../rate-limits/rate-limit-rules.ts";
import { integer, oneOf, rateRules, type Setting, setting } from "./setting.ts";

const limit = (name: string, rules: string, meaning: string, formerName?: string): Setting<string> => {
  const former = formerName === undefined ? {} : { formerVariable: `PARLANCE_RATE_LIMIT_${formerName}` };
  return setting(rateRules, { variable: `PARLANCE_RATE_LIMIT_${name}`, ...former, default: rules, meaning });
};

const limits = {
  account: limit(
    "ACCOUNT",
    "60:200",
    "API requests per account. A write counts as 1, most reads as 0.1, a search as 1; exceptions are listed in the API reference.",
  ),
  address: limit(
    "ADDRESS",
    "60:100",
    "Requests without an account or with invalid credentials, and visits of the server's own pages, per network (IPv4 address or IPv6 /64 network).",
  ),
  file: limit("FILE", "86400:1000", "Requests for one picture by visitors without an account."),
  login: limit("LOGIN", "1800:5", "Failed logins per username and network."),
  loginOfName: limit(
    "LOGIN_PER_NAME",
    "86400:100",
    "Failed logins per username from any network. Above the limit, logins are slowed down: networks from which the owner has not logged in recently share one attempt per 15 minutes.",
    "LOGIN_OF_NAME",
  ),
  loginFromAddress: limit(
    "LOGIN_PER_ADDRESS",
    "1800:100",
    "Failed logins per network, for any username.",
    "LOGIN_FROM_ADDRESS",
  ),
  passwordReset: limit("PASSWORD_RESET", "3600:2,86400:5", "Password reset emails per address."),
  join: limit("JOIN", "3600:3,86400:6", "Sign-up emails per address and organization."),
  mailFromAddress: limit(
    "EMAIL_PER_ADDRESS",
    "86400:5",
    "Emails requested by one network without an account.",
    "MAIL_FROM_ADDRESS",
  ),
  emailChange: limit("EMAIL_CHANGE", "3600:2,86400:5", "Emails to confirm a new email address, per account."),
  apiKeys: limit("API_KEYS", "3600:60", "New API keys per account, including those of its bots."),
  creations: limit(
    "CREATIONS",
    "3600:500",
    "Requests per account to create users, bots, channels, groups and similar, and to subscribe to channels.",
  ),
  edits: limit("EDITS", "60:60,3600:900", "Message edits and moves per account."),
  invitations: limit("INVITATIONS", "3600:100", "Invitation requests per account, each for up to 100 people."),
  registrations: limit("REGISTRATIONS", "60:60,3600:900", "Event queues registered per account."),
  reports: limit("REPORTS", "3600:30", "Message reports per account."),
  uploads: limit("UPLOADS", "3600:100", "File uploads per account."),
} satisfies Record<LimitName, Setting<string>>;

const names = Object.keys(limits) as LimitName[];

type SettingName = `rateLimit${Capitalize<LimitName>}`;
const settingName = (name: LimitName) => `rateLimit${name.charAt(0).toUpperCase()}${name.slice(1)}` as SettingName;

export const rateLimitSettings = {
  rateLimits: setting(oneOf("on", "off"), {
    variable: "PARLANCE_RATE_LIMITS",
    default: "on",
    meaning:
      "Whether the following rate limits apply. Each can have several rules, of which the strictest decides; several server processes share their counts.",
  }),
  rateLimitResponseKib: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_RATE_LIMIT_RESPONSE_KIB",
    default: 256,
    unit: "KiB",
    meaning:
      "Response size that counts as one request. Larger responses count as several requests of the same kind; 0 ignores the size.",
  }),
  ...(Object.fromEntries(names.map((name) => [settingName(name), limits[name]])) as Record<
    SettingName,
    Setting<string>
  >),
};

type RateLimitTexts = { readonly rateLimits: "on" | "off" } & Readonly<Record<SettingName, string>>;

/** The rules that these settings come to: none at all where limits are off. */
export function rateLimitRules(texts: RateLimitTexts): RateLimitRules {
  const rulesOf = (name: LimitName) => (texts.rateLimits === "on" && parseRateRules(texts[settingName(name)])) || [];
  return Object.fromEntries(names.map((name) => [name, rulesOf(name)])) as unknown as RateLimitRules;
}
