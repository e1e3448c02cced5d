import { isAtLeast, isGuest } from "@parlance/contract/entities/roles.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users } from "#modules/users/core/snapshot/users-snapshot.ts";
import { canSeeMetadataIn, channelVisibilityIn } from "./access/channel-access.ts";
import { channels, type ChannelSnapshot, subscriptions } from "./snapshot/channels-snapshot.ts";
import { canReadContent, isPublic } from "@parlance/contract/rules/channel-access.ts";
import { QueryNotAuthorized } from "@parlance/kernel/http/errors.ts";

/**
 * The parameters of GET /streams. A channel is listed if at least one of the `include` parameters applies to it, unless
 * it is archived and `exclude_archived` is true.
 */
export interface ChannelFilter {
  readonly include_public: boolean;
  readonly include_web_public: boolean;
  readonly include_subscribed: boolean;
  readonly exclude_archived: boolean;
  readonly include_all_active: boolean;
  readonly include_all: boolean;
  readonly include_owner_subscribed: boolean;
  readonly include_can_access_content: boolean;
}

/**
 * Returns the channels that match the filter and that the actor can see, ordered by id. With
 * `include_owner_subscribed`, also returns channels to which a bot's owner is subscribed but which the bot cannot see.
 * @throws QueryNotAuthorized
 */
export function listChannels(snapshot: OrganizationSnapshot, actor: Actor, filter: ChannelFilter): ChannelSnapshot[] {
  if (filter.include_all_active && !isAtLeast(actor.role, "administrator")) throw new QueryNotAuthorized();
  const ownerId = filter.include_owner_subscribed ? snapshot.get(users).get(actor.id)?.bot_owner_id : null;
  const ofOwner = new Set(ownerId ? snapshot.get(subscriptions).channelsOf(ownerId) : []);
  const isListed = (channel: ChannelSnapshot) =>
    ofOwner.has(channel.id) ||
    (canSeeMetadataIn(snapshot, actor, channel) && matchesFilter(snapshot, actor, channel, filter));
  return [...snapshot.get(channels).all()]
    .filter((channel) => !(filter.exclude_archived && channel.is_archived) && isListed(channel))
    .sort((a, b) => a.id - b.id);
}

const matchesFilter = (
  snapshot: OrganizationSnapshot,
  { id, role }: Actor,
  channel: ChannelSnapshot,
  filter: ChannelFilter,
): boolean =>
  filter.include_all ||
  (filter.include_all_active && !channel.is_archived) ||
  (filter.include_subscribed && snapshot.get(subscriptions).isSubscribed(id, channel.id)) ||
  (filter.include_web_public && channel.is_web_public) ||
  (filter.include_public && isPublic(channel) && !isGuest(role)) ||
  (filter.include_can_access_content && canReadContent(role, channelVisibilityIn(snapshot, id, channel)));
