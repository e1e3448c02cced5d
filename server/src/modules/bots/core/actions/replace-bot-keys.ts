import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { replaceApiKeys } from "#modules/users/core/actions/replace-api-keys.ts";
import { canOwnerAccessKeys, lowestRoleWithKeys } from "../bot-permissions.ts";
import { loadBots, type BotRecord } from "../queries.ts";

/**
 * Invalidates all secrets of bots: replaces their API keys and the tokens of outgoing webhooks, and deletes their event
 * queues. The caller must call `announceBotChanges` afterwards.
 */
export async function replaceBotKeys(tx: Tx, botIds: readonly number[]): Promise<void> {
  if (botIds.length === 0) return;
  await replaceApiKeys(tx, botIds);
  await tx
    .insertInto("bot")
    .values(botIds.map((id) => ({ user_id: id, token_version: 1 })))
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((column) => ({ token_version: column("bot.token_version", "+", 1) })),
    )
    .execute();
}

/**
 * Replaces the keys of those bots for whose keys a higher role is needed than before, or whose owner may no longer
 * access them, so that users who lost access cannot use keys that they know. Must be called in the same transaction,
 * after a role or an operator-granted right was changed. `before`: the bots as loaded with `loadBots` before the change.
 */
export async function replaceKeysOfRestrictedBots(tx: Tx, before: readonly BotRecord[]): Promise<void> {
  if (before.length === 0) return;
  const former = new Map(before.map((bot) => [bot.id, bot]));
  const after = await loadBots(tx, [...former.keys()]);
  const restricted = after.filter((bot) => isMoreRestricted(bot, former.get(bot.id) ?? bot));
  await replaceBotKeys(
    tx,
    restricted.map(({ id }) => id),
  );
}

/** Returns whether users who could access the bot's keys before may no longer do so. */
const isMoreRestricted = (bot: BotRecord, before: BotRecord): boolean =>
  !isAtLeast(lowestRoleWithKeys(before), lowestRoleWithKeys(bot)) ||
  (canOwnerAccessKeys(before) && !canOwnerAccessKeys(bot));
