import { highestRole, isGuest } from "@parlance/contract/entities/roles.ts";
import type { Row } from "@parlance/kernel/db/types.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { users, type AccountSnapshot } from "#modules/users/core/snapshot/users-snapshot.ts";
import { storedSettings } from "#modules/groups/core/groups-snapshot.ts";
import { channels, subscriptions, type ChannelSnapshot } from "../snapshot/channels-snapshot.ts";
import {
  type grantingSettings,
  isOpenTo,
  findPostingRefusal,
  type PostingFacts,
  type PostingRefusal,
} from "@parlance/contract/rules/channel-access.ts";
import { ChannelDoesNotExist, ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "../errors.ts";
import { hasChannelPermissionIn } from "#modules/groups/core/settings/group-settings.ts";

export interface SenderChannelPair {
  readonly userId: number;
  readonly channelId: number;
  /** The name with which the user referred to the channel. Undefined if the user used the id. */
  readonly name?: string | undefined;
}

/** The columns of a channel that sending a message requires. */
export type PostingChannel = Pick<
  Row<"channel">,
  | "id"
  | "recipient_id"
  | "name"
  | "topics_policy"
  | "invite_only"
  | "is_web_public"
  | "history_public_to_subscribers"
  | "subscriber_count"
>;

/**
 * Returns the channel if the sender can post in it, otherwise the error for the sender. The error for a channel that
 * the sender cannot see is that the channel does not exist. Bots also have the permissions of their owners; the
 * server's own bots can post in every channel that is not archived.
 */
export function postingPermissionIn(
  snapshot: OrganizationSnapshot,
  pair: SenderChannelPair,
): PostingChannel | AppError {
  const channel = snapshot.get(channels).get(pair.channelId);
  const account = snapshot.get(users).get(pair.userId);
  if (!channel || !account) return channelDoesNotExist(pair);
  const refusal = findPostingRefusal(postingFactsIn(snapshot, account, channel));
  return refusal === null ? channel : postingError(refusal, pair, channel);
}

function postingError(refusal: PostingRefusal, pair: SenderChannelPair, { name }: ChannelSnapshot): AppError {
  switch (refusal) {
    case "channel_hidden":
      return channelDoesNotExist(pair);
    case "posting_restricted":
      return new NoPermissionToPost();
    case "channel_archived":
    case "content_hidden":
      return new NotAuthorizedToSend({ name });
  }
}

const channelDoesNotExist = ({ channelId, name }: SenderChannelPair): AppError =>
  name === undefined ? new ChannelIdDoesNotExist({ stream_id: channelId }) : new ChannelDoesNotExist({ stream: name });

/** Returns a sender's relation to the channel. A bot also has the role, subscription and permissions of its owner. */
function postingFactsIn(
  snapshot: OrganizationSnapshot,
  { id: userId, role: ownRole, bot_owner_id: ownerId, is_system }: AccountSnapshot,
  channel: ChannelSnapshot,
): PostingFacts {
  const { id: channelId, is_archived, invite_only, is_web_public } = channel;
  const subscribed = snapshot.get(subscriptions);
  const owner = ownerId === null ? undefined : snapshot.get(users).get(ownerId);
  const role = highestRole(ownRole, owner?.role ?? ownRole);
  const is_subscribed =
    subscribed.isSubscribed(userId, channelId) || (ownerId !== null && subscribed.isSubscribed(ownerId, channelId));
  const hasGroupPermission = (setting: "can_send_message_group" | (typeof grantingSettings)[number]) =>
    hasChannelPermissionIn(snapshot, userId, channel, setting) ||
    (ownerId !== null && hasChannelPermissionIn(snapshot, ownerId, channel, setting));
  // Permissions are looked up only where they matter, because few channels restrict posting, and most are open.
  const isRestricted =
    !is_system && snapshot.get(storedSettings).get("channel", channelId, "can_send_message_group") !== undefined;
  const needsGrant = !is_system && !is_subscribed && !isGuest(role) && !isOpenTo(role, { invite_only, is_web_public });
  return {
    role,
    is_archived,
    invite_only,
    is_web_public,
    is_system_bot: is_system,
    is_subscribed,
    in_send_message_group: !isRestricted || hasGroupPermission("can_send_message_group"),
    in_administer_group: needsGrant && hasGroupPermission("can_administer_channel_group"),
    in_add_subscribers_group: needsGrant && hasGroupPermission("can_add_subscribers_group"),
    in_subscribe_group: needsGrant && hasGroupPermission("can_subscribe_group"),
  };
}
