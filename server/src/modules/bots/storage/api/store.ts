import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { json } from "#kernel/http/params.ts";
import { storeEntries } from "../actions/store-entries.ts";
import { BotsOnly, StorageFull } from "../errors.ts";
import { mustBeBot } from "../policy.ts";

export const store = endpoint.write({
  route: "PUT /bot_storage",
  summary: "Keep something for a bot",
  description:
    "For bots alone: each may keep ten million characters, keys included. What it has under other keys stays.",
  access: "user",
  input: z.object({ storage: json(z.record(z.string(), z.string())).describe("Values by key") }),
  response: z.object({}),
  errors: [BotsOnly, StorageFull],
  async handler(ctx, { input }) {
    mustBeBot(ctx.actor);
    await storeEntries(ctx, Object.entries(input.storage));
    return {};
  },
});
