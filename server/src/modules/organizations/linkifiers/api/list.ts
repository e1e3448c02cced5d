import { z } from "zod";
import { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadLinkifiers } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /realm/linkifiers",
  summary: "List linkifiers",
  description:
    "Returns linkifiers in the order in which they are applied. If several match the same text, the first " +
    "creates the link.",
  access: "user",
  response: z.object({ linkifiers: z.array(Linkifier) }),
  errors: [],
  async handler({ db, realm }) {
    return { linkifiers: await loadLinkifiers(db, realm.id) };
  },
});
