import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { addPlayground } from "../actions/add-playground.ts";
import { playgroundErrors } from "../errors.ts";

export const add = endpoint.write({
  route: "POST /realm/playgrounds",
  summary: "Add a code playground",
  description: "Clients offer to open code blocks of that language there. One language may have several.",
  access: "admin",
  limit: "creations",
  input: z.object({
    name: text({ max: 100 }).describe("As people read it; unlike those of the others of the same language"),
    pygments_language: text({ max: 40 }).describe("Name of the language, as code blocks are marked with it"),
    url_template: text({ max: 1000 }).describe("URL template (RFC 6570) with the one variable `code`"),
  }),
  response: z.object({ id: z.int() }),
  errors: [...playgroundErrors],
  handler: async (ctx, { input }) => ({ id: await addPlayground(ctx, input) }),
});
