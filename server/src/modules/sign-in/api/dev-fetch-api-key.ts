import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { text } from "#kernel/http/params.ts";
import { ForDevelopmentOnly } from "../errors.ts";

export const devFetchApiKey = endpoint.read({
  route: "POST /dev_fetch_api_key",
  summary: "Refuse to hand out an API key without a password",
  description: "Development servers of the protocol know this operation. This server is never one.",
  access: "public",
  input: z.object({ username: text() }),
  response: z.object({ api_key: z.string(), email: z.string(), user_id: z.int() }),
  errors: [ForDevelopmentOnly],
  async handler() {
    throw new ForDevelopmentOnly();
  },
});
