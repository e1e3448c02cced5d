import type { State } from "@parlance/contract/state/index.ts";
import type { MessagesRoute } from "../../../routes/route.ts";
import { topicKey } from "../channels/topics.ts";

/**
 * Returns the ids of a route's unread messages, as far as the server has reported them. Empty for searches, starred
 * messages and reactions.
 */
export function unreadIdsInRoute(state: State, place: MessagesRoute): readonly number[] {
  const { streams = [] } = state.unread_msgs ?? {};
  switch (place.kind) {
    case "topic": {
      const key = topicKey(place.channelId, place.topic);
      return streams.find((one) => topicKey(one.stream_id, one.topic) === key)?.unread_message_ids ?? [];
    }
    case "channel":
      return streams.flatMap((one) => (one.stream_id === place.channelId ? one.unread_message_ids : []));
    case "direct":
      return unreadDirectIds(state, place.userIds);
    case "all":
      return [...allUnreadIds(state)];
    case "mentions":
      return state.unread_msgs?.mentions ?? [];
    default:
      return [];
  }
}

/** Returns the ids of all unread messages, including those of muted conversations. */
export function allUnreadIds({ unread_msgs }: State): ReadonlySet<number> {
  const { streams = [], pms = [], huddles = [] } = unread_msgs ?? {};
  return new Set([...streams, ...pms, ...huddles].flatMap(({ unread_message_ids: ids }) => ids));
}

function unreadDirectIds({ unread_msgs, user_id }: State, userIds: readonly number[]): readonly number[] {
  const { pms = [], huddles = [] } = unread_msgs ?? {};
  const [one] = userIds;
  if (userIds.length === 1) return pms.find(({ other_user_id }) => other_user_id === one)?.unread_message_ids ?? [];
  const all = [...userIds, ...(user_id === undefined ? [] : [user_id])].toSorted((a, b) => a - b).join(",");
  return huddles.find(({ user_ids_string }) => user_ids_string === all)?.unread_message_ids ?? [];
}
