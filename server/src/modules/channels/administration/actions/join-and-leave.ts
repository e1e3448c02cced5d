import type { Write } from "@parlance/kernel/http/context.ts";
import { lockChannelRows, lockSubscriptions } from "#modules/channels/core/subscriptions/memberships.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { lockChannelNames, lockChannels } from "#modules/channels/core/policy.ts";
import type { ChannelText } from "../creation/channel-text.ts";
import {
  findOrCreateChannels,
  subscribeToChannels,
  type SubscriptionRequest,
  type SubscriptionResult,
} from "./add-subscriptions.ts";
import { removeSubscriptions, type RemovalResult } from "./remove-subscriptions.ts";

interface JoinAndLeaveRequest {
  /** Channels to join. Those that do not exist are created as public channels. */
  readonly join: readonly ChannelText[];
  /** Requested colors of these channels. The keys are those of the channels' names, from `channelNameKey`. */
  readonly colors: ReadonlyMap<string, string>;
  /** Names of the channels to leave. */
  readonly leave: readonly string[];
}

/**
 * Unsubscribes the actor from channels, and then subscribes the actor to other channels. If one of them cannot be left
 * or joined, throws and changes nothing.
 */
export async function joinAndLeave(
  ctx: Write,
  { join, colors, leave }: JoinAndLeaveRequest,
): Promise<{ joined: SubscriptionResult; left: RemovalResult }> {
  const { tx, actor } = ctx;
  const self = { id: actor.id, isBot: actor.isBot, ownerId: null };
  const order: SubscriptionRequest = {
    channels: join,
    colors,
    principals: [self],
    request: { plan: {}, permissions: {} },
    errorsAreFatal: true,
    announce: false,
    welcome: true,
  };
  // All other locks are acquired now. Unsubscribing locks the organization's log position, and after that no lock may
  // be acquired that other transactions acquire before the log position.
  await (join.length > 0 ? lockChannelNames : lockGroupsShared)(tx, actor.realmId);
  const known = await lockChannels(tx, actor, { names: [...join.map(({ name }) => name), ...leave] });
  const opened = await findOrCreateChannels(ctx, order);
  const ids = [...known, ...opened.created].map(({ id }) => id);
  await lockChannelRows(tx, actor.realmId, ids);
  await lockSubscriptions(tx, [actor.id], ids);

  const left = await removeSubscriptions(ctx, leave, [self]);
  return { joined: await subscribeToChannels(ctx, order, opened), left };
}
