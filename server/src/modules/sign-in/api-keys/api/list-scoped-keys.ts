import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadScopedKeys } from "../queries.ts";

const seconds = z.int().describe("UNIX timestamp in seconds.");

export const listKeys = endpoint.read({
  route: "GET /users/me/api_keys",
  summary: "List your scoped API keys",
  description: "Newest first. The account's own API key is not included, and the keys themselves are not returned.",
  access: "user",
  response: z.object({
    api_keys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        read_only: z.boolean(),
        operations: z.array(z.string()).nullable(),
        channel_ids: z.array(z.int()).nullable(),
        created_at: seconds,
        expires_at: seconds.nullable(),
        last_used_at: seconds.nullable().describe("UNIX timestamp in seconds, accurate to about five minutes."),
      }),
    ),
  }),
  errors: [],
  handler: async ({ db, actor }) => ({ api_keys: await loadScopedKeys(db, actor.id) }),
});
