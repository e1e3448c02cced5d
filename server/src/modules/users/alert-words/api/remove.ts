import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { removeAlertWords } from "../actions/change-alert-words.ts";

export const remove = endpoint.write({
  route: "DELETE /users/me/alert_words",
  summary: "Remove alert words",
  description: "Matches words regardless of case. Words that the caller does not have are ignored.",
  access: "user",
  input: z.object({ alert_words: json(z.array(z.string().trim())).describe("Words to remove.") }),
  response: z.object({ alert_words: z.array(z.string()).describe("The remaining alert words.") }),
  errors: [],
  handler: async ({ tx, actor }, { input }) => ({ alert_words: await removeAlertWords(tx, actor, input.alert_words) }),
});
