import type { Explanation } from "./explanation.ts";

/** What others may know of it: whom and what somebody muted is theirs alone. */
export const redactForOthers = ({ phone, browser, mail }: Explanation): Explanation => ({
  phone: redactReason(phone),
  browser: redactReason(browser),
  mail: redactReason(mail),
});

/** Reasons that are somebody's own affair. */
const PRIVATE_REASONS: ReadonlySet<string> = new Set(["muted_sender", "muted", "do_not_disturb"]);

const redactReason = (one: Explanation["phone"]): Explanation["phone"] =>
  PRIVATE_REASONS.has(one.why) ? { ...one, why: "settings" } : one;
