import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { createToken, MOST_TOKENS } from "../actions/tokens.ts";
import { TooManyScimTokens } from "../token-errors.ts";

const MAX_NAME = 100;

export const createScimToken = endpoint.write({
  route: "POST /realm/scim_tokens",
  summary: "Let a directory keep people and groups",
  description:
    "With the token a directory speaks SCIM 2.0 at `/scim/v2` of the organization's address: it makes accounts, changes and " +
    "deactivates them, and says who is in which group. The token is shown once and lasts until it is revoked. An " +
    `organization has at most ${MOST_TOKENS}.`,
  access: "owner",
  humansOnly: true,
  limit: "apiKeys",
  input: z.object({ name: text({ max: MAX_NAME }).trim().min(1).describe("What it is for") }),
  response: z.object({ id: z.int(), token: z.string().describe("Not shown again") }),
  errors: [TooManyScimTokens],
  handler: ({ tx, actor, now }, { input }) => createToken(tx, actor, input.name, now),
});
