import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadPasskeys } from "../queries.ts";

export const listPasskeys = endpoint.read({
  route: "GET /users/me/passkeys",
  summary: "List your passkeys",
  description: "A passkey is used instead of a password, or as the second factor after it. Oldest first.",
  access: "user",
  humansOnly: true,
  response: z.object({
    passkeys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        created_at: z.int().describe("UNIX timestamp in seconds."),
        last_used_at: z.int().nullable().describe("UNIX timestamp in seconds; null if never used."),
      }),
    ),
  }),
  errors: [],
  handler: async ({ db, actor }) => ({ passkeys: await loadPasskeys(db, actor.id) }),
});
