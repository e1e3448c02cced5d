import { z } from "zod";
import { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { listCustomEmoji } from "../queries.ts";

export const list = endpoint.read({
  route: "GET /realm/emoji",
  summary: "List custom emoji",
  description: "Includes deactivated emoji, which older messages may use.",
  access: "user",
  response: z.object({ emoji: RealmEmojiMap }),
  errors: [],
  handler: async ({ db, realm }) => ({ emoji: await listCustomEmoji(db, realm.id) }),
});
