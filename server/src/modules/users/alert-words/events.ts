import type { EventBody } from "@parlance/contract/events/index.ts";

/** Tells a user of all their words. */
export const alertWordsChanged = (words: readonly string[]): EventBody => ({
  type: "alert_words",
  alert_words: [...words],
});
