import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { alertWords } from "../alert-words-snapshot.ts";

export const list = endpoint.read({
  route: "GET /users/me/alert_words",
  summary: "List your alert words",
  description: "Returns words in the order in which they were added.",
  access: "user",
  response: z.object({ alert_words: z.array(z.string()) }),
  errors: [],
  handler: async ({ snapshot, actor }) => ({ alert_words: [...snapshot.get(alertWords).of(actor.id)] }),
});
