import { type LimitName, parseRateRules, type RateLimitRules } from "../rate-limits/rules.ts";
import { integer, oneOf, rateRules, type Setting, setting } from "./setting.ts";

const limit = (name: string, rules: string, meaning: string, formerName?: string): Setting<string> => {
  const former = formerName === undefined ? {} : { formerVariable: `PARLANCE_RATE_LIMIT_${formerName}` };
  return setting(rateRules, { variable: `PARLANCE_RATE_LIMIT_${name}`, ...former, default: rules, meaning });
};

const limits = {
  account: limit(
    "ACCOUNT",
    "60:200",
    "What one account may ask of the API. A write counts as one, most reads as a tenth, a search as one; the reference page says which count otherwise.",
  ),
  address: limit(
    "ADDRESS",
    "60:100",
    "Requests without an account, or with wrong credentials, and visits of the server's own pages, by network: an IPv4 address or an IPv6 network of 64 bits.",
  ),
  file: limit("FILE", "86400:1000", "How often one picture may be looked up by people without an account."),
  login: limit("LOGIN", "1800:5", "Wrong passwords for one name from one network."),
  loginOfName: limit(
    "LOGIN_PER_NAME",
    "86400:100",
    "Wrong passwords for one name from anywhere. More only slow down: networks from which its owner has not signed in of late get one try in 15 minutes, all together.",
    "LOGIN_OF_NAME",
  ),
  loginFromAddress: limit(
    "LOGIN_PER_ADDRESS",
    "1800:100",
    "Wrong passwords from one network, for whatever names.",
    "LOGIN_FROM_ADDRESS",
  ),
  passwordReset: limit("PASSWORD_RESET", "3600:2,86400:5", "Letters for a forgotten password, by address."),
  join: limit("JOIN", "3600:3,86400:6", "Letters to somebody who wants to join, by address and organization."),
  mailFromAddress: limit(
    "EMAIL_PER_ADDRESS",
    "86400:5",
    "Letters that one network causes without an account.",
    "MAIL_FROM_ADDRESS",
  ),
  emailChange: limit("EMAIL_CHANGE", "3600:2,86400:5", "Letters to addresses that one account wants to have."),
  apiKeys: limit("API_KEYS", "3600:60", "New API keys, of the account itself and of its bots."),
  creations: limit(
    "CREATIONS",
    "3600:500",
    "Requests of one account to make accounts, bots, channels, groups and the like, and to subscribe to channels.",
  ),
  edits: limit("EDITS", "60:60,3600:900", "Edits and moves of messages by one account."),
  invitations: limit("INVITATIONS", "3600:100", "Requests of one account to invite people, each of up to 100."),
  registrations: limit("REGISTRATIONS", "60:60,3600:900", "Event queues that one account opens."),
  reports: limit("REPORTS", "3600:30", "Messages that one account reports."),
  uploads: limit("UPLOADS", "3600:100", "Files that one account uploads."),
} satisfies Record<LimitName, Setting<string>>;

const names = Object.keys(limits) as LimitName[];

type SettingName = `rateLimit${Capitalize<LimitName>}`;
const settingName = (name: LimitName) => `rateLimit${name.charAt(0).toUpperCase()}${name.slice(1)}` as SettingName;

export const rateLimitSettings = {
  rateLimits: setting(oneOf("on", "off"), {
    variable: "PARLANCE_RATE_LIMITS",
    default: "on",
    meaning:
      "Whether anything is limited by the settings that follow. Each of them takes several rules, of which the strictest decides; with several processes all count together.",
  }),
  rateLimitResponseKib: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_RATE_LIMIT_RESPONSE_KIB",
    default: 256,
    unit: "KiB",
    meaning:
      "The size of a response that counts as one request. What a larger response has beyond it counts as more requests of the same kind; 0: size does not count.",
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
