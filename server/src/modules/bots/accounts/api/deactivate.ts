import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { id } from "#kernel/http/params.ts";
import { deactivateUser } from "#modules/users/accounts/actions/deactivate-user.ts";
import { botAccessErrors } from "../errors.ts";
import { lockBotToDeactivate } from "../policy.ts";

export const deactivate = endpoint.write({
  route: "DELETE /bots/:bot_id",
  summary: "Deactivate a bot",
  description:
    "For its owner and for administrators. Its key is refused from then on, and others find it in no channel and in no " +
    "group; what it wrote stays. Nothing happens where it is deactivated already. POST /users/{user_id}/reactivate " +
    "brings it back.",
  access: "member",
  humansOnly: true,
  params: z.object({ bot_id: id() }),
  response: z.object({}),
  errors: botAccessErrors,
  async handler(ctx, { params }) {
    const { tx, actor, realm, now } = ctx;
    const bot = await lockBotToDeactivate(ctx, params.bot_id);
    if (bot.is_active) await deactivateUser(tx, { realm, actorId: actor.id, userId: bot.id, now });
    return {};
  },
});
