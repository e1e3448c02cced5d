import type { Tx } from "#kernel/db/types.ts";
import { tellOfBotChanges } from "#modules/bots/actions/tell-of-bots.ts";
import { loadBots } from "#modules/bots/queries.ts";
import { NoSuchUser } from "../errors.ts";
import { closeEventQueues } from "./close-event-queues.ts";

/**
 * Makes the API key of an account worthless at once, also where a poll was let in with it. Those who run a bot hear of
 * its new one.
 * @returns the version from which the new key is derived
 * @throws NoSuchUser
 */
export async function renewApiKey(tx: Tx, userId: number): Promise<number> {
  const bots = await loadBots(tx, [userId]);
  const account = await tx
    .updateTable("account")
    .set((column) => ({ api_key_version: column("api_key_version", "+", 1) }))
    .where("id", "=", userId)
    .returning(["realm_id", "api_key_version"])
    .executeTakeFirst();
  if (!account) throw new NoSuchUser();
  await closeEventQueues(tx, account.realm_id, [userId]);
  await tellOfBotChanges(tx, bots);
  return account.api_key_version;
}
