import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { addAlertWords } from "../actions/change-alert-words.ts";
import { TooManyAlertWords } from "../errors.ts";
import { MAX_LENGTH } from "../words.ts";

export const add = endpoint.write({
  route: "POST /users/me/alert_words",
  summary: "Add alert words",
  description:
    "Messages that contain one of these words or phrases, in whatever case and as a whole, carry the flag " +
    "`has_alert_word` for the caller. Spaces around a word are left out, as is a word that the caller has already in " +
    "whatever case. Of one user there are at most 1,000.",
  access: "user",
  input: z.object({
    alert_words: json(z.array(z.string().trim().max(MAX_LENGTH))).describe("Each of at most 100 characters"),
  }),
  response: z.object({ alert_words: z.array(z.string()).describe("All of them") }),
  errors: [TooManyAlertWords],
  async handler({ tx, actor }, { input }) {
    const words = input.alert_words.filter((word) => word !== "");
    return { alert_words: await addAlertWords(tx, actor, words) };
  },
});
