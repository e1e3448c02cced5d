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
  /** Those that do not exist are created, open to all members. */
  readonly join: readonly ChannelText[];
  /** What colours some of these are to have, by the key of their name. */
  readonly colors: ReadonlyMap<string, string>;
  /** Names. */
  readonly leave: readonly string[];
}

/** Lets the actor leave channels, and then join others: all of them, or it throws. */
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
  // Who leaves takes the organization's position, after which nothing may be waited for that stands before it.
  await (join.length > 0 ? lockChannelNames : lockGroupsShared)(tx, actor.realmId);
  const known = await lockChannels(tx, actor, { names: [...join.map(({ name }) => name), ...leave] });
  const opened = await findOrCreateChannels(ctx, order);
  const ids = [...known, ...opened.created].map(({ id }) => id);
  await lockChannelRows(tx, actor.realmId, ids);
  await lockSubscriptions(tx, [actor.id], ids);

  const left = await removeSubscriptions(ctx, leave, [self]);
  return { joined: await subscribeToChannels(ctx, order, opened), left };
}
