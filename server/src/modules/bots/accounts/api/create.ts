import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { createBot } from "../actions/create-bot.ts";
import { CreatedBot, createdBot } from "../bot-responses.ts";
import { newBotInput } from "../bot-input.ts";
import { botCreationErrors } from "../errors.ts";
import type { BotKeys } from "#modules/bots/core/bot-keys.ts";
import { presentBot } from "#modules/bots/core/presentation.ts";
import { creationsLimit } from "#modules/users/core/rate-limits.ts";

export const create = (keys: BotKeys) =>
  endpoint.write({
    route: "POST /bots",
    summary: "Create a bot",
    description:
      "The caller owns the bot. It has the member role and no subscriptions. It authenticates with its API key " +
      "and its email address, `<short_name>-bot@<realm_bot_domain>`. Requires the organization's " +
      "`can_create_bots_group`; for incoming webhook bots, `can_create_write_only_bots_group` is enough.",
    access: "member",
    limit: creationsLimit,
    humansOnly: true,
    input: newBotInput,
    secrets: "all",
    response: CreatedBot,
    errors: botCreationErrors,
    handler: async (ctx, { input }) => createdBot(presentBot(await createBot(ctx, input), ctx.realm, keys)),
  });
