import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BotsOnly, KeyDoesNotExist } from "../errors.ts";
import { assertIsBot } from "../policy.ts";
import { loadEntries } from "../queries.ts";
import { keys } from "../storage-input.ts";

export const read = endpoint.read({
  route: "GET /bot_storage",
  summary: "Get the stored data of a bot",
  description: "Only bots may call it. Each bot has a storage of its own.",
  access: "user",
  isLargeWork: true,
  cost: 0.5,
  input: z.object({ keys }),
  response: z.object({ storage: z.record(z.string(), z.string()).describe("Stored values by key.") }),
  errors: [BotsOnly, KeyDoesNotExist],
  async handler({ db, actor }, { input }) {
    assertIsBot(actor);
    const stored = await loadEntries(db, actor.id, input.keys);
    if (input.keys?.some((key) => !stored.has(key))) throw new KeyDoesNotExist();
    return { storage: Object.fromEntries(stored) };
  },
});
