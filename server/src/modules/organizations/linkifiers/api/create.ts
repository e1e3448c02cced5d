import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { createLinkifier } from "../actions/create-linkifier.ts";
import { checkDesign } from "../design.ts";
import { designErrors, TooManyLinkifiers } from "../errors.ts";
import { linkifierInput } from "../linkifier-input.ts";

export const create = endpoint.write({
  route: "POST /realm/filters",
  summary: "Add a linkifier",
  description:
    "From now on, what matches becomes a link in messages that are sent, and in all topics. It is tried after those that " +
    "exist. Patterns that would be slow to look for are refused; an organization can have 100 linkifiers.",
  access: "admin",
  limit: "creations",
  input: z.object(linkifierInput),
  response: z.object({ id: z.int() }),
  errors: [...designErrors, TooManyLinkifiers],
  prepare: async (_, { input }) => checkDesign(input),
  handler: async (ctx, { input }) => ({ id: await createLinkifier(ctx, input) }),
});
