import type { Tx } from "@parlance/kernel/db/types.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { replaceApiKeys } from "#modules/users/core/actions/replace-api-keys.ts";

/**
 * Replaces the API key of an account. The old key becomes invalid immediately, and all event queues of the account are
 * deleted. If the account is a bot, the users who may access its key receive the new one.
 * @returns the version from which the new key is derived
 * @throws NoSuchUser
 */
export async function regenerateUserApiKey(tx: Tx, userId: number): Promise<number> {
  const bots = await loadBots(tx, [userId]);
  const version = (await replaceApiKeys(tx, [userId])).get(userId);
  if (version === undefined) throw new NoSuchUser();
  await announceBotChanges(tx, bots);
  return version;
}
