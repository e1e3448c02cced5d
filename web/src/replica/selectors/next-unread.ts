import type { State } from "@parlance/contract/state/index.ts";
import type { Place } from "../../places/place.ts";
import { inboxOf } from "./inbox.ts";
import { topicKey } from "./topics.ts";
import { directKey } from "./unread.ts";

/** The topic with something unread that comes after where one is, in the order of the inbox and around its end; null: none. */
export function nextUnreadTopic(state: State, place: Place | null): Place | null {
  const topics = inboxOf.all(state).channels.flatMap((channel) => channel.topics);
  const here = place?.kind === "topic" ? topicKey(place.channelId, place.topic) : null;
  const at = topics.findIndex(({ channelId, topic }) => topicKey(channelId, topic) === here);
  const others = [...topics.slice(at + 1), ...topics.slice(0, Math.max(0, at))];
  const inChannel = place?.kind === "topic" || place?.kind === "channel" ? place.channelId : null;
  const next = (at < 0 && others.find(({ channelId }) => channelId === inChannel)) || others[0];
  return next ? { kind: "topic", channelId: next.channelId, topic: next.topic, near: null } : null;
}

/** The direct conversation with something unread that comes after where one is; null: none. */
export function nextUnreadDirect(state: State, place: Place | null): Place | null {
  const { directs } = inboxOf.all(state);
  const here = place?.kind === "direct" ? directKey(place.userIds) : null;
  const at = directs.findIndex(({ userIds }) => directKey(userIds) === here);
  const next = [...directs.slice(at + 1), ...directs.slice(0, Math.max(0, at))][0];
  return next ? { kind: "direct", userIds: next.userIds, near: null } : null;
}
