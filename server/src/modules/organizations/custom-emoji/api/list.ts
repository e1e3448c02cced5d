import { z } from "zod";
import { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { customEmojiOf } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /realm/emoji",
  summary: "List the organization's emoji",
  description: "Those that are no longer in use as well: old messages hold them.",
  access: "user",
  response: z.object({ emoji: RealmEmojiMap }),
  errors: [],
  handler: async ({ db, realm }) => ({ emoji: await customEmojiOf(db, realm.id) }),
});
