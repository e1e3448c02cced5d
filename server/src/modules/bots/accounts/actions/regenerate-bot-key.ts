import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { regenerateUserApiKey } from "#modules/users/accounts/actions/regenerate-api-key.ts";
import { lockBotToAccessKeys } from "../policy.ts";
import { loadBots, type BotRecord } from "#modules/bots/core/queries.ts";

/**
 * Replaces the API key of a bot, and returns the bot with its new key. The old key becomes invalid. The actor must be
 * allowed to access the bot's keys.
 * @throws one of `botAccessErrors`
 */
export async function regenerateBotKey(ctx: Write, botId: number): Promise<BotRecord> {
  const { tx, actor, now } = ctx;
  const before = await lockBotToAccessKeys(ctx, botId);
  await regenerateUserApiKey(tx, botId);
  const act = { act: "bot.api_key_regenerated", targetId: botId } as const;
  await recordAct(tx, { realmId: actor.realmId, actorId: actor.id, ...act, now });
  const [after] = await loadBots(tx, [botId]);
  return after ?? before;
}
