import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deleteEntries } from "../actions/delete-entries.ts";
import { BotsOnly, KeyDoesNotExist } from "../errors.ts";
import { assertIsBot } from "../policy.ts";
import { keys } from "../storage-input.ts";

export const remove = endpoint.write({
  route: "DELETE /bot_storage",
  summary: "Delete stored data of a bot",
  description: "Only bots may call it. If one of the keys does not exist, nothing is deleted.",
  access: "user",
  input: z.object({ keys }),
  response: z.object({}),
  errors: [BotsOnly, KeyDoesNotExist],
  async handler(ctx, { input }) {
    assertIsBot(ctx.actor);
    await deleteEntries(ctx, input.keys);
    return {};
  },
});
