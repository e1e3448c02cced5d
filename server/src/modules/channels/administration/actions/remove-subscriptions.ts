import type { Write } from "@parlance/kernel/http/context.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { channelNameKey, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";
import { ChannelsDoNotExist } from "#modules/channels/core/errors.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";
import type { Principal } from "../subscribers/find-principals.ts";
import { authorizeRemoving } from "../subscribers/subscriber-policy.ts";
import { deleteUnreadOfLeftChannels } from "#modules/messages/read-state/actions/delete-unread-of-left-channels.ts";
import { unsubscribeUsers } from "#modules/channels/core/actions/subscriptions/unsubscribe-users.ts";

/**
 * Names of the channels from which at least one user was unsubscribed, and of those to which at least one user was not
 * subscribed. A channel can be in both lists.
 */
export interface RemovalResult {
  readonly removed: string[];
  readonly notRemoved: string[];
}

/**
 * Unsubscribes users from channels by name.
 * @throws ChannelsDoNotExist
 * @throws InsufficientPermission if the actor may not unsubscribe one of the users
 */
export async function removeSubscriptions(
  { tx, actor, realm }: Write,
  names: readonly string[],
  people: readonly Principal[],
): Promise<RemovalResult> {
  // The same lock as when users are subscribed, so that both acquire locks in the same order.
  await lockGroupsShared(tx, actor.realmId);
  const locked = await lockChannels(tx, actor, { names });
  const channels = locked.filter((channel) => canSeeMetadata(actor.role, channel));
  const known = new Set(channels.map(({ name_key }) => name_key));
  const unknown = names.filter((name) => !known.has(channelNameKey(name)));
  if (unknown.length > 0) throw new ChannelsDoNotExist({ stream: unknown.join(", ") });
  authorizeRemoving(actor, channels, people);
  const request = {
    realmId: realm.id,
    channelIds: channels.map(({ id }) => id),
    userIds: people.map(({ id }) => id),
    clearUnread: deleteUnreadOfLeftChannels,
  };
  return removalResult(channels, people.length, await unsubscribeUsers(tx, request));
}

function removalResult(
  channels: readonly ChannelAccess[],
  people: number,
  removed: readonly Membership[],
): RemovalResult {
  const leavers = Map.groupBy(removed, ({ channelId }) => channelId);
  const namesWhere = (isListed: (count: number) => boolean) =>
    channels.filter(({ id }) => isListed(leavers.get(id)?.length ?? 0)).map(({ name }) => name);
  return { removed: namesWhere((count) => count > 0), notRemoved: namesWhere((count) => count < people) };
}
