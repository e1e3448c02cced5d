import type { Row } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockGroupsShared } from "#modules/groups/core/group-locks.ts";
import { canSeeMetadataIn, channelNameKey, type ChannelAccess } from "#modules/channels/core/access/channel-access.ts";
import { canReadContent, canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";
import type { ChannelText } from "../creation/channel-text.ts";
import { channels as channelsPart } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { ChannelsNotAccessible } from "#modules/channels/core/errors.ts";
import { isBelowNoticeLimit, postChannelNotices, membershipsAddedByOthers } from "../channel-notices.ts";
import { lockChannelNames, lockChannels } from "#modules/channels/core/policy.ts";
import type { Principal } from "../subscribers/find-principals.ts";
import { authorizeSubscribingOthers, authorizeSubscribingOthersToNew } from "../subscribers/subscriber-policy.ts";
import {
  createPermittedChannels,
  assertCanCreateChannels,
  type NewChannelOptions,
} from "./create-permitted-channels.ts";
import { subscribeUsers, type SubscribeResult } from "#modules/channels/core/actions/subscriptions/subscribe-users.ts";

export interface SubscriptionRequest {
  readonly channels: readonly ChannelText[];
  /** Requested colors of channels. The keys are those of the channels' names, from `channelNameKey`. */
  readonly colors?: ReadonlyMap<string, string>;
  readonly principals: readonly Principal[];
  /** Properties of the channels that are created because they do not exist yet. */
  readonly request: NewChannelOptions;
  /** True if the whole request fails when the actor cannot join one of the channels. */
  readonly errorsAreFatal: boolean;
  readonly announce: boolean;
  readonly welcome: boolean;
}

interface NamedChannel {
  readonly name: string;
}

export interface SubscriptionResult extends SubscribeResult {
  readonly channels: readonly Row<"channel">[];
  /** The channels that the actor cannot join. */
  readonly refused: readonly NamedChannel[];
  /**
   * True if the users whom the actor subscribed to existing channels received notices about it, or if there are none.
   */
  readonly welcomed: boolean;
}

/**
 * The channels of a request: those to which users are subscribed, including created ones; the created ones alone; and
 * those that the actor cannot join.
 */
interface ResolvedChannels {
  readonly channels: readonly Row<"channel">[];
  readonly created: readonly Row<"channel">[];
  readonly refused: readonly NamedChannel[];
}

/** Subscribes users to channels by name, as far as the actor may do so. Channels that do not exist are created. */
export async function addSubscriptions(ctx: Write, order: SubscriptionRequest): Promise<SubscriptionResult> {
  return subscribeToChannels(ctx, order, await findOrCreateChannels(ctx, order));
}

/**
 * Finds and locks the channels of a request, and creates those that do not exist. Throws if the actor may not create
 * them or may not subscribe the users; with `errorsAreFatal`, also if the actor cannot join one of them.
 */
export async function findOrCreateChannels(ctx: Write, order: SubscriptionRequest): Promise<ResolvedChannels> {
  const { joinable, refused, unavailable, missing } = await partitionChannels(ctx, order.channels);
  assertJoinable(order, refused);
  if (isForOthers(ctx, order)) await authorizeSubscribingOthers(ctx, joinable);
  const created =
    unavailable.length + missing.length > 0 ? await createMissingChannels(ctx, order, { unavailable, missing }) : [];
  return { channels: [...joinable, ...created], created, refused: [...refused, ...unavailable] };
}

const isForOthers = ({ actor }: Write, { principals }: SubscriptionRequest): boolean =>
  principals.some(({ id }) => id !== actor.id);

/**
 * Creates the channels of a request that do not exist (`missing`). A user who may not create channels gets the same
 * error for a name that a hidden channel uses (`unavailable`) as for an available name.
 */
async function createMissingChannels(
  ctx: Write,
  order: SubscriptionRequest,
  { unavailable, missing }: Record<"unavailable" | "missing", readonly ChannelText[]>,
): Promise<Row<"channel">[]> {
  const snapshot = await ctx.committedSnapshot();
  if (unavailable.length > 0) await assertCanCreateChannels(ctx, snapshot, order.request);
  assertJoinable(order, unavailable);
  if (missing.length === 0) return [];
  const created = await createPermittedChannels(ctx, snapshot, order.request, missing);
  if (isForOthers(ctx, order)) authorizeSubscribingOthersToNew(snapshot, ctx.actor, order.request.permissions);
  return created;
}

/** Subscribes users to the channels found or created for a request, and posts notices about it. */
export async function subscribeToChannels(
  ctx: Write,
  order: SubscriptionRequest,
  opened: ResolvedChannels,
): Promise<SubscriptionResult> {
  const { tx, actor, realm } = ctx;
  const { channels, created, refused } = opened;
  const userIds = order.principals.map(({ id }) => id);
  const channelIds = channels.map(({ id }) => id);
  const colors = new Map(channels.flatMap(({ id, name_key }) => pair(id, order.colors?.get(name_key))));
  const result = await subscribeUsers(tx, { realmId: realm.id, channelIds, userIds, colors });
  // Users who are subscribed to a newly created channel need no notice, because the channel's first message names the
  // creator.
  const newIds = created.map(({ id }) => id);
  const surprised = membershipsAddedByOthers(actor, order.principals, result.added).filter(
    ({ channelId }) => !newIds.includes(channelId),
  );
  const welcomed = order.welcome && isBelowNoticeLimit(surprised);
  const news = { actor, created, announce: order.announce, welcomed: welcomed ? surprised : [], channels };
  await postChannelNotices(tx, ctx, news);
  return { ...result, channels, refused, welcomed };
}

const pair = (id: number, color: string | undefined): [number, string][] => (color === undefined ? [] : [[id, color]]);

function assertJoinable({ errorsAreFatal }: SubscriptionRequest, refused: readonly NamedChannel[]): void {
  if (refused.length > 0 && errorsAreFatal) {
    throw new ChannelsNotAccessible({ names: refused.map(({ name }) => name).join(", ") });
  }
}

async function partitionChannels({ tx, actor, committedSnapshot }: Write, drafts: readonly ChannelText[]) {
  const names = drafts.map(({ name }) => name);
  const isKnown = (channel: ChannelAccess) => canSeeMetadata(actor.role, channel);
  // Prevents changes of groups and of users' roles, on which the visibility of channels depends. Otherwise a user to
  // whom a channel becomes visible at the same time could receive the new subscribers twice.
  await lockGroupsShared(tx, actor.realmId);
  const snapshot = await committedSnapshot();
  const isFound = ({ name }: ChannelText) => {
    const channel = snapshot.get(channelsPart).byName(channelNameKey(name));
    return channel !== undefined && canSeeMetadataIn(snapshot, actor, channel);
  };
  if (!drafts.every(isFound)) await lockChannelNames(tx, actor.realmId);
  const existing = await lockChannels(tx, actor, { names });
  const among = (channels: readonly ChannelAccess[]) => {
    const keys = new Set(channels.map(({ name_key }) => name_key));
    return ({ name }: ChannelText) => keys.has(channelNameKey(name));
  };
  const [known, hidden] = [existing.filter(isKnown), existing.filter((channel) => !isKnown(channel))];
  const mayJoin = (channel: ChannelAccess) => !channel.is_archived && canReadContent(actor.role, channel);
  return {
    joinable: known.filter(mayJoin),
    refused: known.filter((channel) => !mayJoin(channel)),
    /** Names that are used by channels that the actor cannot see. */
    unavailable: drafts.filter(among(hidden)),
    missing: drafts.filter((draft) => !among(existing)(draft)),
  };
}
