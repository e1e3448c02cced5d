import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { addAlertWords } from "../actions/change-alert-words.ts";
import { TooManyAlertWords } from "../errors.ts";
import { MAX_ALERT_WORD_LENGTH } from "../word-matching.ts";

export const add = endpoint.write({
  route: "POST /users/me/alert_words",
  summary: "Add alert words",
  description:
    "Messages that contain one of the words or phrases as a whole, ignoring case, get the flag `has_alert_word` " +
    "for the caller. Spaces around a word are removed. Words that the caller already has are ignored, " +
    "regardless of case. A user can have 1,000 alert words.",
  access: "user",
  input: z.object({
    alert_words: json(z.array(z.string().trim().max(MAX_ALERT_WORD_LENGTH))).describe("Each at most 100 characters."),
  }),
  response: z.object({ alert_words: z.array(z.string()).describe("All alert words of the caller.") }),
  errors: [TooManyAlertWords],
  async handler({ tx, actor }, { input }) {
    const words = input.alert_words.filter((word) => word !== "");
    return { alert_words: await addAlertWords(tx, actor, words) };
  },
});
