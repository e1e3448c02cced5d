// The rules for subscribing and unsubscribing other users. Users who can read a channel can join it, and all can leave.
import { isGuest, type Role } from "../entities/roles.ts";
import {
  canAdministerChannel,
  canSeeMetadata,
  type ChannelRelation,
  type ChannelVisibility,
} from "./channel-access.ts";

/**
 * True if the user, who can read the channel or creates it, can subscribe others. `canSubscribeAnywhere`: the organization's
 * `can_add_subscribers_group` includes the user.
 */
export const canSubscribeOthers = (
  role: Role,
  channel: Pick<ChannelRelation, "in_administer_group" | "in_add_subscribers_group">,
  canSubscribeAnywhere: boolean,
): boolean =>
  !isGuest(role) && (canAdministerChannel(role, channel) || channel.in_add_subscribers_group || canSubscribeAnywhere);

/** True if the user can unsubscribe other users and bots, apart from the user's own bots. */
export const canUnsubscribeOthers = (role: Role, channel: ChannelVisibility & ChannelRelation): boolean =>
  canAdministerChannel(role, channel) || (canSeeMetadata(role, channel) && channel.in_remove_subscribers_group);
