import type { Tx } from "@parlance/kernel/db/types.ts";
import { loadDefaultChannelIds } from "#modules/channels/core/queries.ts";
import { subscribeUsers } from "./subscribe-users.ts";

/**
 * Subscribes a new user to the organization's default channels. The account must have been created by the same
 * transaction.
 */
export async function subscribeToDefaultChannels(
  tx: Tx,
  { realmId, userId }: { realmId: number; userId: number },
): Promise<void> {
  const channelIds = await loadDefaultChannelIds(tx, realmId);
  if (channelIds.length > 0) await subscribeUsers(tx, { realmId, channelIds, userIds: [userId], areNew: true });
}
