import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { findUser } from "#modules/users/core/queries.ts";
import { changeBot } from "../actions/change-bot.ts";
import { ChangedBot, changedBot } from "../bot-responses.ts";
import { botChangeInput } from "../bot-input.ts";
import { botChangeErrors } from "../errors.ts";
import { presentBot } from "#modules/bots/core/presentation.ts";
import { botId } from "#modules/platform/parameters/identifying-parameters.ts";

export const change = endpoint.write({
  route: "PATCH /bots/:bot_id",
  summary: "Update a bot",
  description:
    "Only the bot's owner and administrators may call it. Administrators need the owner role to change a bot " +
    "that has the owner role, and to change the webhook URL or format of a bot whose owner has it. Omitted " +
    "parameters stay unchanged. Either every change is made or none. Changing the bot's owner replaces its API " +
    "key, clears `service_payload_url`, and unsubscribes the bot from channels that the new owner cannot see.",
  access: "member",
  humansOnly: true,
  params: z.object({ bot_id: botId().describe("Id of the bot.") }),
  input: botChangeInput,
  secrets: "all",
  response: ChangedBot,
  errors: botChangeErrors,
  async handler(ctx, { params, input }) {
    const bot = await changeBot(ctx, params.bot_id, input);
    const { bot_owner_id: ownerId } = bot;
    const owner = ownerId === null ? undefined : await findUser(ctx.tx, ctx.realm.id, ownerId);
    return changedBot(presentBot(bot, ctx.realm, null), owner && apiEmail(owner, ctx.realm));
  },
});
