import type { EventBody } from "@parlance/contract/events/index.ts";

/** Creates the event with all alert words of a user, which is sent to that user. */
export const alertWordsChanged = (words: readonly string[]): EventBody => ({
  type: "alert_words",
  alert_words: [...words],
});
