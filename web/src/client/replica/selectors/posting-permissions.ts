// Checks before a message is sent: whether the user may send it there, and how many users it notifies.
import { findDirectMessageRefusal } from "@parlance/contract/rules/direct-messages.ts";
import type { State } from "@parlance/contract/state/index.ts";
import { channelsById, peopleById, subscriptionsById } from "./entities-by-id.ts";
import { channelVisibility, hasChannelPermission, isInGroup, ownRole } from "./permissions.ts";
import { canPostInChannel as canPost } from "@parlance/contract/rules/channel-access.ts";

/**
 * Returns true if the user may post in a channel, according to the client's state. Also returns true for unknown
 * channels, so that the server decides.
 */
export function canPostInChannel(state: State, channelId: number): boolean {
  const channel = channelsById(state).get(channelId);
  if (!channel || state.user_id === undefined) return true;
  return canPost({
    ...channelVisibility(state, channel),
    role: ownRole(state),
    is_archived: channel.is_archived,
    is_system_bot: false,
    in_send_message_group: hasChannelPermission(state, channel, "can_send_message_group"),
  });
}

/** Returns true if the user is subscribed to a channel. */
export const isSubscribed = (state: State, channelId: number): boolean => subscriptionsById(state).has(channelId);

/**
 * Returns true if the user may send direct messages to exactly the given users. Direct messages to bots and to oneself
 * are always allowed.
 */
export function canSendDirectMessage(state: State, userIds: readonly number[]): boolean {
  const { user_id: me, realm_direct_message_permission_group: allowed } = state;
  if (me === undefined || allowed === undefined) return true;
  const isBot = (id: number) => peopleById(state).get(id)?.is_bot === true;
  const refusal = findDirectMessageRefusal({
    isWithBots: userIds.every((id) => id === me || isBot(id)),
    hasPermittedUser: [me, ...userIds].some((id) => isInGroup(state, id, allowed)),
    // Not all conversations are known here, so each is treated as one that exists already.
    canInitiate: true,
    hasConversation: true,
  });
  return refusal === null;
}

/** Matches a mention that notifies all subscribers of a channel. */
const WILDCARD_MENTION = /(?:^|[^\w`])@\*\*(?:all|everyone|channel|stream)\*\*/;

/** Number of subscribers above which a wildcard mention requires a confirmation. */
const LARGE_AUDIENCE_SIZE = 15;

/**
 * Returns the number of subscribers that a wildcard mention in the text would notify. Null if the text contains no
 * wildcard mention, or if the number is small.
 */
export function largeAudienceSize(state: State, channelId: number, content: string): number | null {
  if (!WILDCARD_MENTION.test(content)) return null;
  const count = channelsById(state).get(channelId)?.subscriber_count ?? 0;
  return count > LARGE_AUDIENCE_SIZE ? count : null;
}
