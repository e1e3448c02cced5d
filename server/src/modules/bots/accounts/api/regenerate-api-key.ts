import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { renewBotKey } from "../actions/renew-bot-key.ts";
import { botAccessErrors } from "../errors.ts";
import type { BotKeys } from "#modules/bots/core/keys.ts";

export const regenerateApiKey = (keys: BotKeys) =>
  endpoint.write({
    route: "POST /bots/:bot_id/api_key/regenerate",
    summary: "Give a bot another API key",
    description:
      "For its owner and for administrators; a bot that owns the organization, or whose owner does, takes an owner. The old " +
      "key is worthless at once.",
    access: "member",
    limit: "apiKeys",
    humansOnly: true,
    params: z.object({ bot_id: id() }),
    response: z.object({ api_key: z.string() }),
    errors: botAccessErrors,
    handler: async (ctx, { params }) => ({ api_key: keys.apiKey(await renewBotKey(ctx, params.bot_id)) }),
  });
