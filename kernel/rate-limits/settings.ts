import { z } from "zod";
import { integer, onOff, type Setting, setting, type SettingKind } from "../config/setting.ts";
import { parseRateRules, type RateLimit, type RateLimitRules } from "./rate-limit-rules.ts";

const rateRules: SettingKind<string> = {
  schema: z.string().refine((text) => parseRateRules(text) !== null),
  fileType: "list",
  accepts: "comma-separated `seconds:count` rules of at most one day, such as 60:200,86400:20000, or off",
};

/** Declares a limit, with the setting of its rules. */
export const declareRateLimit = <const Name extends string>(
  name: Name,
  declaration: Pick<Setting<string>, "key" | "variable" | "formerVariable" | "meaning" | "default">,
): RateLimit<Name> => ({ name, setting: setting(rateRules, declaration) });

/** Limit for the requests of an account, which count with the cost of their operations. */
export const accountLimit = declareRateLimit("account", {
  key: "rate_limits.account",
  variable: "PARLANCE_RATE_LIMIT_ACCOUNT",
  default: "60:200",
  meaning:
    "API requests per account. A write counts as 1, most reads as 0.1, a search as 1; exceptions are listed in the API reference.",
});

/** Limit for the requests without an account from one network. */
export const addressLimit = declareRateLimit("address", {
  key: "rate_limits.address",
  variable: "PARLANCE_RATE_LIMIT_ADDRESS",
  default: "60:100",
  meaning:
    "Requests without an account or with invalid credentials, and visits of the server's own pages, per network (IPv4 address or IPv6 /64 network).",
});

/** Limit for the requests without an account for one file. */
export const fileLimit = declareRateLimit("file", {
  key: "rate_limits.file",
  variable: "PARLANCE_RATE_LIMIT_FILE",
  default: "86400:1000",
  meaning: "Requests for one picture by visitors without an account.",
});

export const rateLimitSettings = {
  rateLimits: setting(onOff, {
    key: "rate_limits.enabled",
    variable: "PARLANCE_RATE_LIMITS",
    default: true,
    meaning:
      "Whether the following rate limits apply. Each can have several rules, of which the strictest decides; several server processes share their counts. As a variable, `on` and `off` are accepted as well.",
  }),
  rateLimitResponseKib: setting(integer(0, 1_000_000), {
    key: "rate_limits.response_kib",
    variable: "PARLANCE_RATE_LIMIT_RESPONSE_KIB",
    default: 256,
    unit: "KiB",
    meaning:
      "Response size that counts as one request. Larger responses count as several requests of the same kind; 0 ignores the size.",
  }),
};

type SettingName<Name extends string> = `rateLimit${Capitalize<Name>}`;
const settingName = <Name extends string>(name: Name) =>
  `rateLimit${name.charAt(0).toUpperCase()}${name.slice(1)}` as SettingName<Name>;

/** Returns the settings of the limits' rules, by name. */
export const settingsOfRateLimits = <Name extends string>(limits: readonly RateLimit<Name>[]) =>
  Object.fromEntries(limits.map((limit) => [settingName(limit.name), limit.setting])) as Record<
    SettingName<Name>,
    Setting<string>
  >;

type RateLimitTexts<Name extends string> = { readonly rateLimits: boolean } & Readonly<
  Record<SettingName<Name>, string>
>;

/** Returns the rules that the settings contain: none if rate limits are off. */
export function rateLimitRules<Name extends string>(
  limits: readonly RateLimit<Name>[],
  texts: RateLimitTexts<Name>,
): RateLimitRules<Name> {
  const rules: Readonly<Record<string, string | boolean>> = texts;
  const rulesOf = (name: Name) => (texts.rateLimits && parseRateRules(String(rules[settingName(name)]))) || [];
  return Object.fromEntries(limits.map(({ name }) => [name, rulesOf(name)])) as unknown as RateLimitRules<Name>;
}
