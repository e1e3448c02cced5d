import { parseRateRules, type RateRules } from "@parlance/kernel/rate-limits/rate-limit-rules.ts";

/** Rules are few, and the same for the same text, so that what was counted by them goes on. */
const rateRulesByText = new Map<string, RateRules | undefined>();

/** How much an account may ask for, where an operator has said so for it alone. */
export function parseAccountRateRules(text: string | null): RateRules | undefined {
  if (text === null) return undefined;
  if (!rateRulesByText.has(text)) rateRulesByText.set(text, parseRateRules(text) ?? undefined);
  return rateRulesByText.get(text);
}
