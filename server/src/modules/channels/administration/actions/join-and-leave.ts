import type { Write } from "#kernel/http/context.ts";
import { lockChannelRows, lockSubscriptions } from "#modules/channels/core/subscriptions/memberships.ts";
import { holdGroups } from "#modules/groups/core/group-locks.ts";
import { lockChannelNames, lockChannels } from "#modules/channels/core/policy.ts";
import type { ChannelDraft } from "../creation/channel-text.ts";
import { openChannels, subscribeTo, type SubscriptionOrder, type SubscriptionOutcome } from "./add-subscriptions.ts";
import { removeSubscriptions, type RemovalOutcome } from "./remove-subscriptions.ts";

interface Wish {
  /** Those that do not exist are created, open to all members. */
  readonly join: readonly ChannelDraft[];
  /** What colours some of these are to have, by the key of their name. */
  readonly colors: ReadonlyMap<string, string>;
  /** Names. */
  readonly leave: readonly string[];
}

/** Lets the actor leave channels, and then join others: all of them, or it throws. */
export async function joinAndLeave(
  ctx: Write,
  { join, colors, leave }: Wish,
): Promise<{ joined: SubscriptionOutcome; left: RemovalOutcome }> {
  const { tx, actor } = ctx;
  const self = { id: actor.id, isBot: actor.isBot, ownerId: null };
  const order: SubscriptionOrder = {
    channels: join,
    colors,
    people: [self],
    request: { plan: {}, permissions: {} },
    errorsAreFatal: true,
    announce: false,
    welcome: true,
  };
  // Who leaves takes the organization's position, after which nothing may be waited for that stands before it.
  await (join.length > 0 ? lockChannelNames : holdGroups)(tx, actor.realmId);
  const known = await lockChannels(tx, actor, { names: [...join.map(({ name }) => name), ...leave] });
  const opened = await openChannels(ctx, order);
  const ids = [...known, ...opened.created].map(({ id }) => id);
  await lockChannelRows(tx, actor.realmId, ids);
  await lockSubscriptions(tx, [actor.id], ids);

  const left = await removeSubscriptions(ctx, leave, [self]);
  return { joined: await subscribeTo(ctx, order, opened), left };
}
