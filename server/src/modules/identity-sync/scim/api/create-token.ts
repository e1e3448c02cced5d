import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { createToken, MAX_SCIM_TOKENS } from "../actions/change-scim-tokens.ts";
import { TooManyScimTokens } from "../errors.ts";
import { apiKeysLimit } from "#modules/sign-in/api-keys/api-keys-limit.ts";

const MAX_NAME = 100;

export const createScimToken = endpoint.write({
  route: "POST /realm/scim_tokens",
  summary: "Create a SCIM token",
  description:
    "An identity directory uses the token for SCIM 2.0 requests to `/scim/v2` at the organization's address. It " +
    "can create, update and deactivate users, and set the members of groups. The token is returned only once, " +
    `and works until it is revoked. An organization can have ${MAX_SCIM_TOKENS} tokens.`,
  access: "owner",
  humansOnly: true,
  limit: apiKeysLimit,
  input: z.object({ name: text({ max: MAX_NAME }).trim().min(1).describe("What the token is for.") }),
  secrets: "all",
  response: z.object({ id: z.int(), token: z.string().describe("The token; it cannot be retrieved later.") }),
  errors: [TooManyScimTokens],
  handler: ({ tx, actor, now }, { input }) => createToken(tx, actor, input.name, now),
});
