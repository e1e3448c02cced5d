import type { State } from "@parlance/contract/state/index.ts";
import type { Route } from "../../../routes/route.ts";
import { type InboxContents, inboxContents } from "./inbox.ts";
import { channelSections } from "../channels/sidebar-conversations.ts";
import { topicKey } from "../channels/topics.ts";
import { directKey } from "./unread.ts";

/**
 * Returns the next unread topic after the current one, in the order of the inbox. After the last topic, continues with
 * the first. If the current view is not one of these topics, topics of its channel come first. Null if there is no
 * other unread topic.
 */
export const nextUnreadTopic = (state: State, place: Route | null): Route | null =>
  nextTopicIn(inboxContents.all(state), place);

/**
 * Returns the next unread topic after the current one among the topics that the user follows. Null if there is none.
 */
export const nextUnreadFollowed = (state: State, place: Route | null): Route | null =>
  nextTopicIn(inboxContents.followed(state), place);

function nextTopicIn({ channels }: InboxContents, place: Route | null): Route | null {
  const topics = channels.flatMap((channel) => channel.topics);
  const here = place?.kind === "topic" ? topicKey(place.channelId, place.topic) : null;
  const at = topics.findIndex(({ channelId, topic }) => topicKey(channelId, topic) === here);
  const others = [...topics.slice(at + 1), ...topics.slice(0, Math.max(0, at))];
  const inChannel = place?.kind === "topic" || place?.kind === "channel" ? place.channelId : null;
  const next = (at < 0 && others.find(({ channelId }) => channelId === inChannel)) || others[0];
  return next ? { kind: "topic", channelId: next.channelId, topic: next.topic, near: null } : null;
}

/** Returns the next unread direct message conversation after the current one. Null if there is none. */
export function nextUnreadDirect(state: State, place: Route | null): Route | null {
  const { directs } = inboxContents.all(state);
  const here = place?.kind === "direct" ? directKey(place.userIds) : null;
  const at = directs.findIndex(({ userIds }) => directKey(userIds) === here);
  const next = [...directs.slice(at + 1), ...directs.slice(0, Math.max(0, at))][0];
  return next ? { kind: "direct", userIds: next.userIds, near: null } : null;
}

/**
 * Returns the channel before or after the current one, in the order of the sidebar. After the last channel comes the
 * first. Null if the user is not subscribed to any channel.
 */
export function adjacentChannel(state: State, place: Route | null, by: 1 | -1): Route | null {
  const ids = channelSections(state).flatMap(({ channels }) => channels.map(({ stream_id }) => stream_id));
  const here = place !== null && "channelId" in place ? ids.indexOf(place.channelId) : -1;
  const at = here < 0 && by < 0 ? 0 : here;
  const channelId = ids[(at + by + ids.length) % ids.length];
  return channelId === undefined ? null : { kind: "channel", channelId, near: null };
}
