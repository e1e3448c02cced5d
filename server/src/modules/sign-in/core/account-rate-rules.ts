import { parseRateRules, type RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

/** Cache of parsed rules. Equal texts must give the same object, because requests are counted per object. */
const rateRulesByText = new Map<string, RateRules | undefined>();

/** Parses the rate limits that an operator has set for a single account. */
export function parseAccountRateRules(text: string | null): RateRules | undefined {
  if (text === null) return undefined;
  if (!rateRulesByText.has(text)) rateRulesByText.set(text, parseRateRules(text) ?? undefined);
  return rateRulesByText.get(text);
}
