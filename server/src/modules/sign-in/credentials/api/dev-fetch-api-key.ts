import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { DevelopmentServersOnly } from "#modules/sign-in/core/errors.ts";

export const devFetchApiKey = endpoint.read({
  route: "POST /dev_fetch_api_key",
  summary: "Get a development API key",
  description: "Exists only for compatibility with clients that use it on development servers. It always fails.",
  access: "public",
  input: z.object({ username: text().describe("Ignored.") }),
  secrets: "all",
  response: z.object({ api_key: z.string(), email: z.string(), user_id: z.int() }),
  errors: [DevelopmentServersOnly],
  async handler() {
    throw new DevelopmentServersOnly();
  },
});
