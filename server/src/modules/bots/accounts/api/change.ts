import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { apiEmail } from "#modules/users/core/presentation.ts";
import { findUser } from "#modules/users/core/queries.ts";
import { changeBot } from "../actions/change-bot.ts";
import { ChangedBot, changedBot } from "../responses.ts";
import { botChangeInput } from "../bot-input.ts";
import { botChangeErrors } from "../errors.ts";
import { presentBot } from "#modules/bots/core/presentation.ts";

export const change = endpoint.write({
  route: "PATCH /bots/:bot_id",
  summary: "Change a bot",
  description:
    "For its owner and for administrators; a bot that owns the organization takes an owner, and so does the address of one " +
    "whose owner does. Only what is given is changed, all of it or nothing. Under another owner the bot has another API " +
    "key and no `service_payload_url`, and leaves the channels which that one cannot see.",
  access: "member",
  humansOnly: true,
  params: z.object({ bot_id: id() }),
  input: botChangeInput,
  response: ChangedBot,
  errors: botChangeErrors,
  async handler(ctx, { params, input }) {
    const bot = await changeBot(ctx, params.bot_id, input);
    const { bot_owner_id: ownerId } = bot;
    const owner = ownerId === null ? undefined : await findUser(ctx.tx, ctx.realm.id, ownerId);
    return changedBot(presentBot(bot, ctx.realm, null), owner && apiEmail(owner, ctx.realm));
  },
});
