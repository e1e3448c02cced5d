import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { addPlayground } from "../actions/add-playground.ts";
import { playgroundErrors } from "../errors.ts";
import { playgroundInput } from "../playground-input.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const add = endpoint.write({
  route: "POST /realm/playgrounds",
  summary: "Add a code playground",
  description:
    "Clients offer to open code blocks of the language in the playground. A language can have several " +
    "playgrounds.",
  access: "admin",
  limit: creationsLimit,
  input: z.object(playgroundInput),
  response: z.object({ id: z.int() }),
  errors: [...playgroundErrors],
  handler: async (ctx, { input }) => ({ id: await addPlayground(ctx, input) }),
});
