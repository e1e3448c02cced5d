import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadScimTokens } from "../queries.ts";

const seconds = z.int().describe("UNIX timestamp in seconds.");

export const listScimTokens = endpoint.read({
  route: "GET /realm/scim_tokens",
  summary: "List SCIM tokens",
  description: "Newest first. The tokens themselves are not returned.",
  access: "owner",
  response: z.object({
    scim_tokens: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        creator_id: z.int(),
        created_at: seconds,
        last_used_at: seconds.nullable().describe("UNIX timestamp in seconds, accurate to about five minutes."),
      }),
    ),
  }),
  errors: [],
  handler: async ({ db, realm }) => ({ scim_tokens: await loadScimTokens(db, realm.id) }),
});
