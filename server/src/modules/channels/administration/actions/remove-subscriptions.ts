import type { Write } from "#kernel/http/context.ts";
import { holdGroups } from "#modules/groups/core/group-locks.ts";
import { nameKey, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { seesMetadata } from "#modules/channels/core/access/visibility-rules.ts";
import { ChannelsDoNotExist } from "#modules/channels/core/errors.ts";
import type { Membership } from "#modules/channels/core/subscriptions/memberships.ts";
import { lockChannels } from "#modules/channels/core/policy.ts";
import type { Principal } from "../subscribers/find-principals.ts";
import { authorizeRemoving } from "../subscribers/subscriber-policy.ts";
import { forgetUnread } from "#modules/messages/read-state/actions/delete-unread-of-left-channels.ts";
import { unsubscribeUsers } from "#modules/channels/core/actions/subscriptions/unsubscribe-users.ts";

/** Names of channels that somebody left, and of those that somebody was not in. */
export interface RemovalOutcome {
  readonly removed: string[];
  readonly notRemoved: string[];
}

/** Unsubscribes people from channels by name, as far as the actor may. Throws `ChannelsDoNotExist`. */
export async function removeSubscriptions(
  { tx, actor, realm }: Write,
  names: readonly string[],
  people: readonly Principal[],
): Promise<RemovalOutcome> {
  // As those who subscribe.
  await holdGroups(tx, actor.realmId);
  const locked = await lockChannels(tx, actor, { names });
  const channels = locked.filter((channel) => seesMetadata(actor.role, channel));
  const known = new Set(channels.map(({ name_key }) => name_key));
  const unknown = names.filter((name) => !known.has(nameKey(name)));
  if (unknown.length > 0) throw new ChannelsDoNotExist({ stream: unknown.join(", ") });
  authorizeRemoving(actor, channels, people);
  const request = {
    realmId: realm.id,
    channelIds: channels.map(({ id }) => id),
    userIds: people.map(({ id }) => id),
    forgetUnread,
  };
  return outcomeOf(channels, people.length, await unsubscribeUsers(tx, request));
}

function outcomeOf(channels: readonly ChannelAccess[], people: number, removed: readonly Membership[]): RemovalOutcome {
  const leavers = Map.groupBy(removed, ({ channelId }) => channelId);
  const namesWhere = (holds: (count: number) => boolean) =>
    channels.filter(({ id }) => holds(leavers.get(id)?.length ?? 0)).map(({ name }) => name);
  return { removed: namesWhere((count) => count > 0), notRemoved: namesWhere((count) => count < people) };
}
