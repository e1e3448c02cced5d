import type { MessageFlag, MessageInEvent } from "../entities/message.ts";
import type { EventOf } from "../events/index.ts";
import type { UnreadDetail, UnreadMessages } from "../nouns/message-flags.ts";
import { ascending, difference, union } from "./list-operations.ts";
import { isMuted, recountUnread } from "./muted-topics.ts";
import { updateField } from "./set-fields.ts";
import type { Reducer, State } from "./state.ts";
import { addUnread, type Conversation, isUnread, removeUnread, setMention } from "./unread.ts";

const MAX_STARRED = 10_000;

export const message: Reducer<"message"> = (state, { message: sent, flags }) => {
  const conversation = conversationOf(state, sent);
  // A client with `all_public_streams` also receives messages in channels that the user is not subscribed to. They do
  // not affect the state.
  if (sent.type === "stream" && !conversation && flags.length === 0) return state;
  const received = updateRecentConversations(updateNewestMessage(state, [sent.id]), sent);
  const starred = flags.includes("starred") ? addStarred(received, [sent.id]) : received;
  if (flags.includes("read") || !conversation) return starred;
  return recountUnread(
    updateField(starred, "unread_msgs", (unread) =>
      setMention(addUnread(unread, conversation, [sent.id]), sent.id, isMention(state, flags, conversation)),
    ),
  );
};

/** Removes deleted messages. The id of the newest message is not updated, because the event does not contain it. */
export const delete_message: Reducer<"delete_message"> = (state, { message_ids, message_id }) => {
  const ids = message_ids ?? (message_id === undefined ? [] : [message_id]);
  return removeStarred(removeFromUnread(state, ids), ids);
};

export const update_message: Reducer<"update_message"> = (state, event) => {
  const moved = updateField(state, "unread_msgs", (unread) => moveUnread(state, unread, event));
  return recountUnread(
    updateField(moved, "unread_msgs", (unread) => {
      const id = event.message_id;
      const topic = unread.streams.find((entry) => entry.unread_message_ids.includes(id));
      return isUnread(unread, id) ? setMention(unread, id, isMention(state, event.flags, topic)) : unread;
    }),
  );
};

/**
 * Moves the ids of moved messages to their new topic in the unread messages. If the user is not subscribed to the new
 * channel, removes them from the unread messages.
 */
function moveUnread(state: State, unread: UnreadMessages, event: EventOf<"update_message">): UnreadMessages {
  const { stream_id, new_stream_id, subject, message_ids } = event;
  if (stream_id === undefined || (new_stream_id === undefined && subject === undefined)) return unread;
  const target = new_stream_id ?? stream_id;
  const moving = new Set(message_ids);
  const isMoved = (id: number) => moving.has(id);
  if (!isSubscribed(state, target)) return removeUnread(unread, isMoved);
  const from = unread.streams.filter((topic) => topic.stream_id === stream_id);
  const without = { ...removeUnread(unread, isMoved), mentions: unread.mentions };
  return from.reduce(
    (rest, { topic, unread_message_ids }) =>
      addUnread(rest, { stream_id: target, topic: subject ?? topic }, unread_message_ids.filter(isMoved)),
    without,
  );
}

export const update_message_flags: Reducer<"update_message_flags"> = (state, event) => {
  const received = updateNewestMessage(state, event.messages);
  switch (event.flag) {
    case "starred":
      return event.op === "add" ? addStarred(received, event.messages) : removeStarred(received, event.messages);
    case "read":
      if (event.op === "remove") return markUnread(received, event.message_details ?? {});
      return event.all ? clearUnread(received) : removeFromUnread(received, event.messages);
    default:
      return received;
  }
};

function markUnread(state: State, details: Record<string, UnreadDetail>): State {
  const mark = (unread: UnreadMessages, [key, detail]: [string, UnreadDetail]) => {
    const { stream_id, topic, user_ids, mentioned } = detail;
    const conversation = toConversation(state, { stream_id, topic, others: user_ids });
    const id = Number(key);
    return conversation ? setMention(addUnread(unread, conversation, [id]), id, mentioned === true) : unread;
  };
  return recountUnread(updateField(state, "unread_msgs", (unread) => Object.entries(details).reduce(mark, unread)));
}

/**
 * If the user reacts to a message that he or she had not received before, it counts as received from then on, and may
 * become the newest message.
 */
export const reaction: Reducer<"reaction"> = (state, { op, user_id, message_id }) =>
  op === "add" && user_id === state.user_id ? updateNewestMessage(state, [message_id]) : state;

const updateNewestMessage = (state: State, ids: readonly number[]) =>
  updateField(state, "max_message_id", (newest) => Math.max(newest, ...ids));

const addStarred = (state: State, ids: readonly number[]) =>
  updateField(state, "starred_messages", (starred) => union(starred, ids).slice(-MAX_STARRED));

const removeStarred = (state: State, ids: readonly number[]) =>
  updateField(state, "starred_messages", (starred) => difference(starred, ids));

/** Removes messages from the state's unread messages. */
function removeFromUnread(state: State, ids: readonly number[]): State {
  const gone = new Set(ids);
  return recountUnread(updateField(state, "unread_msgs", (unread) => removeUnread(unread, (id) => gone.has(id))));
}

const clearUnread = (state: State) =>
  recountUnread(updateField(state, "unread_msgs", (unread) => removeUnread(unread, () => true)));

/** Removes all messages of the given channels from the state's unread messages. */
export function removeChannelsFromUnread(state: State, channelIds: readonly number[]): State {
  const topics = state.unread_msgs?.streams.filter((topic) => channelIds.includes(topic.stream_id)) ?? [];
  return removeFromUnread(
    state,
    topics.flatMap((topic) => topic.unread_message_ids),
  );
}

function updateRecentConversations(state: State, sent: MessageInEvent): State {
  const others = otherParticipants(state, sent);
  if (!others) return state;
  const key = others.join();
  return updateField(state, "recent_private_conversations", (recent) =>
    [...recent.filter(({ user_ids }) => user_ids.join() !== key), { user_ids: others, max_message_id: sent.id }].sort(
      (a, b) => b.max_message_id - a.max_message_id,
    ),
  );
}

function otherParticipants(state: State, { display_recipient }: MessageInEvent): number[] | undefined {
  if (typeof display_recipient === "string" || state.user_id === undefined) return undefined;
  return display_recipient
    .map(({ id }) => id)
    .filter((id) => id !== state.user_id)
    .sort(ascending);
}

const conversationOf = (state: State, sent: MessageInEvent) =>
  toConversation(state, { stream_id: sent.stream_id, topic: sent.subject, others: otherParticipants(state, sent) });

/**
 * Returns the conversation of a message. Undefined if the message cannot count as unread: the user is not subscribed to
 * its channel, or the client does not know the user's id.
 */
function toConversation(
  state: State,
  place: { stream_id: number | undefined; topic: string | undefined; others: number[] | undefined },
): Conversation | undefined {
  const { stream_id, topic, others } = place;
  if (others) return state.user_id === undefined ? undefined : { others, me: state.user_id };
  if (stream_id === undefined || topic === undefined || !isSubscribed(state, stream_id)) return undefined;
  return { stream_id, topic };
}

const isSubscribed = (state: State, channelId: number) =>
  state.subscriptions?.some(({ stream_id }) => stream_id === channelId) ?? true;

/**
 * Returns true if a message is counted as a mention. Mentions of the user or of a group are always counted, wildcard
 * mentions only in topics that are not muted. When a topic is muted or unmuted later, or messages are moved to a topic
 * with other muting, mentions stay as they are, because it is no longer known which were wildcard mentions. Only for one
 * of the moved messages, the event contains the flags.
 */
function isMention(state: State, flags: readonly MessageFlag[], conversation: Conversation | undefined): boolean {
  if (flags.includes("mentioned")) return true;
  const isWildcard = flags.includes("stream_wildcard_mentioned") || flags.includes("topic_wildcard_mentioned");
  return isWildcard && conversation !== undefined && "topic" in conversation && !isMuted(state, conversation);
}
