import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { createLinkifier } from "../actions/create-linkifier.ts";
import { assertValidLinkifier } from "../check-linkifier.ts";
import { linkifierErrors, TooManyLinkifiers } from "../errors.ts";
import { linkifierInput } from "../linkifier-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const create = endpoint.write({
  route: "POST /realm/filters",
  summary: "Add a linkifier",
  description:
    "Applies to messages sent from now on, and to all topics. The linkifier is added after the existing ones. " +
    "Patterns that would be slow to match are rejected. An organization can have 100 linkifiers.",
  access: "admin",
  limit: creationsLimit,
  input: z.object(linkifierInput),
  response: z.object({ id: z.int() }),
  errors: [...linkifierErrors, TooManyLinkifiers],
  prepare: async (_, { input }) => assertValidLinkifier(input),
  handler: async (ctx, { input }) => ({ id: await createLinkifier(ctx, input) }),
});
