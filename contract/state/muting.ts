import { visibilityPolicies } from "../entities/topic-visibility.ts";
import type { State } from "./state.ts";
import { change } from "./change.ts";
import { sameTopic } from "./unread.ts";

/** Whether a topic is muted: its own policy counts before that of the channel. */
export function isMuted(state: State, { stream_id, topic }: { stream_id: number; topic: string }): boolean {
  const own = state.user_topics?.find((one) => one.stream_id === stream_id && sameTopic(one.topic_name, topic));
  const policy = own?.visibility_policy ?? visibilityPolicies.inherited;
  if (policy !== visibilityPolicies.inherited) return policy === visibilityPolicies.muted;
  return state.subscriptions?.some((one) => one.stream_id === stream_id && one.is_muted) ?? false;
}

/** Counts the unread messages again: all direct ones, and those in topics that are not muted. */
export function recount(state: State): State {
  return change(state, "unread_msgs", (unread) => {
    const counted = [...unread.pms, ...unread.huddles, ...unread.streams.filter((topic) => !isMuted(state, topic))];
    const count = counted.reduce((sum, { unread_message_ids }) => sum + unread_message_ids.length, 0);
    return { ...unread, count };
  });
}
