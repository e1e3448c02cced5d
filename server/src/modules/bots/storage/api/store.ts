import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { json } from "@parlance/kernel/http/params.ts";
import { storeEntries } from "../actions/store-entries.ts";
import { BotsOnly, StorageFull } from "../errors.ts";
import { assertIsBot } from "../policy.ts";

export const store = endpoint.write({
  route: "PUT /bot_storage",
  summary: "Store data for a bot",
  description:
    "Only bots may call it. Each bot can store ten million characters, including keys. Other keys stay unchanged.",
  access: "user",
  input: z.object({ storage: json(z.record(z.string(), z.string())).describe("Values to store, by key.") }),
  response: z.object({}),
  errors: [BotsOnly, StorageFull],
  async handler(ctx, { input }) {
    assertIsBot(ctx.actor);
    await storeEntries(ctx, Object.entries(input.storage));
    return {};
  },
});
