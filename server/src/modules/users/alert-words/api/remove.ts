import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { removeAlertWords } from "../actions/change-alert-words.ts";

export const remove = endpoint.write({
  route: "DELETE /users/me/alert_words",
  summary: "Remove alert words",
  description: "In whatever case. Words that the caller does not have are passed over.",
  access: "user",
  input: z.object({ alert_words: json(z.array(z.string().trim())) }),
  response: z.object({ alert_words: z.array(z.string()).describe("Those that are left") }),
  errors: [],
  handler: async ({ tx, actor }, { input }) => ({ alert_words: await removeAlertWords(tx, actor, input.alert_words) }),
});
