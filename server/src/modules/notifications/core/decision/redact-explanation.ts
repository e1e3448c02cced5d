import type { Explanation } from "./explanation.ts";

/**
 * Returns an explanation for other users than the one it is about. Private reasons, such as muted users and topics, are
 * replaced by `settings`.
 */
export const redactForOthers = ({ phone, browser, mail }: Explanation): Explanation => ({
  phone: redactReason(phone),
  browser: redactReason(browser),
  mail: redactReason(mail),
});

/** Reasons that only the user may see. */
const PRIVATE_REASONS: ReadonlySet<string> = new Set(["muted_sender", "muted", "do_not_disturb"]);

const redactReason = (one: Explanation["phone"]): Explanation["phone"] =>
  PRIVATE_REASONS.has(one.why) ? { ...one, why: "settings" } : one;
