import { endpoint } from "#kernel/http/endpoint.ts";
import { createBot } from "../actions/create-bot.ts";
import { CreatedBot, createdBot } from "../responses.ts";
import { newBotInput } from "../bot-input.ts";
import { botCreationErrors } from "../errors.ts";
import type { BotKeys } from "#modules/bots/core/keys.ts";
import { presentBot } from "#modules/bots/core/presentation.ts";

export const create = (keys: BotKeys) =>
  endpoint.write({
    route: "POST /bots",
    summary: "Create a bot",
    description:
      "It is the caller's, a member of the organization, and in no channel yet. It signs in with its own API key and " +
      "its e-mail address, which is `<short_name>-bot@<realm_bot_domain>`. Who may is up to the organization: " +
      "`can_create_bots_group`, and for incoming webhooks also `can_create_write_only_bots_group`.",
    access: "member",
    limit: "creations",
    humansOnly: true,
    input: newBotInput,
    response: CreatedBot,
    errors: botCreationErrors,
    handler: async (ctx, { input }) => createdBot(presentBot(await createBot(ctx, input), ctx.realm, keys)),
  });
