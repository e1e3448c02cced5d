import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { regenerateBotKey } from "../actions/regenerate-bot-key.ts";
import { botAccessErrors } from "../errors.ts";
import type { BotKeys } from "#modules/bots/core/bot-keys.ts";
import { apiKeysLimit } from "#modules/sign-in/api-keys/api-keys-limit.ts";
import { botId } from "#modules/platform/parameters/identifying-parameters.ts";

export const regenerateApiKey = (keys: BotKeys) =>
  endpoint.write({
    route: "POST /bots/:bot_id/api_key/regenerate",
    summary: "Regenerate the API key of a bot",
    description:
      "Only the bot's owner and administrators may call it. Administrators need the owner role if the bot or its " +
      "owner has it. The old key stops working immediately.",
    access: "member",
    limit: apiKeysLimit,
    humansOnly: true,
    params: z.object({ bot_id: botId().describe("Id of the bot.") }),
    secrets: "all",
    response: z.object({ api_key: z.string() }),
    errors: botAccessErrors,
    handler: async (ctx, { params }) => ({ api_key: keys.apiKey(await regenerateBotKey(ctx, params.bot_id)) }),
  });
