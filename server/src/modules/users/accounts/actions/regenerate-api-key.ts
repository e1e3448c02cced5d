import type { Tx } from "@parlance/kernel/db/types.ts";
import { announceBotChanges } from "#modules/bots/core/actions/announce-bots.ts";
import { loadBots } from "#modules/bots/core/queries.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { replaceApiKeys } from "#modules/users/core/actions/replace-api-keys.ts";

/**
 * Invalidates the API key of an account immediately, also for waiting polls that authenticated with it. The users who
 * administer a bot receive its new key.
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
