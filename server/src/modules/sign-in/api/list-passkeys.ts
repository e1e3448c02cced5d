import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { passkeysOf } from "../passkeys/queries.ts";

export const listPasskeys = endpoint.read({
  route: "GET /users/me/passkeys",
  summary: "List one's passkeys",
  description: "With each one signs in instead of giving a password, or after giving it. The oldest comes first.",
  access: "user",
  humansOnly: true,
  response: z.object({
    passkeys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        created_at: z.int().describe("UNIX time in seconds"),
        last_used_at: z.int().nullable().describe("UNIX time in seconds; null: never"),
      }),
    ),
  }),
  errors: [],
  handler: async ({ db, actor }) => ({ passkeys: await passkeysOf(db, actor.id) }),
});
