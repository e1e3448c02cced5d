import type { Explanation } from "./explanation.ts";

/** Hides reasons from other users: which users and topics a user has muted is private. */
export const redactForOthers = ({ phone, browser, mail }: Explanation): Explanation => ({
  phone: redactReason(phone),
  browser: redactReason(browser),
  mail: redactReason(mail),
});

/** Reasons that only the user may see. */
const PRIVATE_REASONS: ReadonlySet<string> = new Set(["muted_sender", "muted", "do_not_disturb"]);

const redactReason = (one: Explanation["phone"]): Explanation["phone"] =>
  PRIVATE_REASONS.has(one.why) ? { ...one, why: "settings" } : one;
