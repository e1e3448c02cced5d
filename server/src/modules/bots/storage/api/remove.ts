import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { removeEntries } from "../actions/delete-entries.ts";
import { BotsOnly, KeyDoesNotExist } from "../errors.ts";
import { mustBeBot } from "../policy.ts";
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
    mustBeBot(ctx.actor);
    await removeEntries(ctx, input.keys);
    return {};
  },
});
