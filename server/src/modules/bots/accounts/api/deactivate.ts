import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { botAccessErrors } from "../errors.ts";
import { lockBotToDeactivate } from "../policy.ts";
import { botId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deactivate = endpoint.write({
  route: "DELETE /bots/:bot_id",
  summary: "Deactivate a bot",
  description:
    "Only the bot's owner and administrators may call it. The bot's API key stops working, and the bot no " +
    "longer appears in channels and groups. Its messages stay. Deactivating a deactivated bot changes nothing. " +
    "`POST /users/{user_id}/reactivate` reactivates it.",
  access: "member",
  humansOnly: true,
  params: z.object({ bot_id: botId().describe("Id of the bot.") }),
  response: z.object({}),
  errors: botAccessErrors,
  async handler(ctx, { params }) {
    const { tx, actor, realm, now } = ctx;
    const bot = await lockBotToDeactivate(ctx, params.bot_id);
    if (bot.is_active) await deactivateUser(tx, { realm, actorId: actor.id, userId: bot.id, now });
    return {};
  },
});
