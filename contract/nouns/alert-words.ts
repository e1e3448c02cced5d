import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

export const AlertWordsEvent = z.strictObject({
  id: EventId,
  type: z.literal("alert_words"),
  alert_words: z.array(z.string()).describe("All alert words of the user."),
});

/** The user's alert words. A message that contains one of them notifies the user. */
export const alertWordsNoun = noun({
  events: [AlertWordsEvent],
  snapshot: { alert_words: { alert_words: z.array(z.string()) } },
  reducers: { alert_words: (state, event) => updateField(state, "alert_words", () => event.alert_words) },
});
