import type { State } from "@parlance/contract/state/index.ts";
import type { MessagesPlace } from "../../places/place.ts";
import { topicKey } from "./topics.ts";

/** The ids of what is unread in a conversation or a channel, ascending. */
export function unreadIdsOf(state: State, place: MessagesPlace): readonly number[] {
  const { pms = [], huddles = [], streams = [] } = state.unread_msgs ?? {};
  switch (place.kind) {
    case "topic": {
      const key = topicKey(place.channelId, place.topic);
      return streams.find((one) => topicKey(one.stream_id, one.topic) === key)?.unread_message_ids ?? [];
    }
    case "channel":
      return streams.flatMap((one) => (one.stream_id === place.channelId ? one.unread_message_ids : []));
    case "direct": {
      const [one] = place.userIds;
      if (place.userIds.length === 1)
        return pms.find((direct) => direct.other_user_id === one)?.unread_message_ids ?? [];
      const all = [...place.userIds, ...(state.user_id === undefined ? [] : [state.user_id])].sort((a, b) => a - b);
      return huddles.find((group) => group.user_ids_string === all.join(","))?.unread_message_ids ?? [];
    }
    default:
      return [];
  }
}
