import { isAtLeast, isGuest } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { loadChannelAccess, type ChannelAccess } from "./access/channel-access.ts";
import { canReadContent, canSeeMetadata, isPublic } from "@parlance/contract/rules/channel-access.ts";
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
export async function listChannels(db: Reader, actor: Actor, filter: ChannelFilter): Promise<ChannelAccess[]> {
  if (filter.include_all_active && !isAtLeast(actor.role, "administrator")) throw new QueryNotAuthorized();
  const channels = await loadChannelAccess(db, actor, { all: true });
  const ofOwner = filter.include_owner_subscribed && actor.isBot ? await loadOwnersChannels(db, actor.id) : new Set();
  const isListed = (channel: ChannelAccess) =>
    ofOwner.has(channel.id) || (canSeeMetadata(actor.role, channel) && matchesFilter(actor, channel, filter));
  return channels.filter((channel) => !(filter.exclude_archived && channel.is_archived) && isListed(channel));
}

const matchesFilter = (actor: Actor, channel: ChannelAccess, filter: ChannelFilter): boolean =>
  filter.include_all ||
  (filter.include_all_active && !channel.is_archived) ||
  (filter.include_subscribed && channel.is_subscribed) ||
  (filter.include_web_public && channel.is_web_public) ||
  (filter.include_public && isPublic(channel) && !isGuest(actor.role)) ||
  (filter.include_can_access_content && canReadContent(actor.role, channel));

async function loadOwnersChannels(db: Reader, botId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom("account")
    .innerJoin("subscription", "subscription.user_id", "account.bot_owner_id")
    .select("subscription.channel_id")
    .where("account.id", "=", botId)
    .where("subscription.is_active", "=", true)
    .execute();
  return new Set(rows.map(({ channel_id }) => channel_id));
}
