import type { EventBody } from "@parlance/contract/events/index.ts";

/** Announces all alert words of a user to that user. */
export const alertWordsChanged = (words: readonly string[]): EventBody => ({
  type: "alert_words",
  alert_words: [...words],
});
