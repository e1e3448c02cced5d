import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { canAccessKeys } from "#modules/bots/core/bot-permissions.ts";
import { ListedBot, listedBot } from "../bot-responses.ts";
import type { BotKeys } from "#modules/bots/core/bot-keys.ts";
import { presentBot } from "#modules/bots/core/presentation.ts";
import { loadActiveBots } from "#modules/bots/core/queries.ts";

export const list = (keys: BotKeys) =>
  endpoint.read({
    route: "GET /bots",
    summary: "List your bots",
    description: "Returns the caller's active bots with their API keys, sorted by id.",
    access: "member",
    humansOnly: true,
    secrets: "all",
    response: z.object({ bots: z.array(ListedBot) }),
    errors: [],
    async handler({ db, actor, realm }) {
      const bots = await loadActiveBots(db, actor.id);
      return { bots: bots.map((bot) => listedBot(presentBot(bot, realm, canAccessKeys(actor, bot) ? keys : null))) };
    },
  });
