import type { UnreadDirect, UnreadGroup, UnreadMessages, UnreadTopic } from "../nouns/message-flags.ts";
import { ascending, compareText, union } from "./list-operations.ts";

/** A conversation: a topic, or the participants of a direct message conversation. */
export type Conversation =
  | { readonly stream_id: number; readonly topic: string }
  | { readonly others: readonly number[]; readonly me: number };

export const sameTopic = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** Adds messages to the unread messages of a conversation. A topic gets the spelling of its newest message. */
export function addUnread(unread: UnreadMessages, conversation: Conversation, ids: readonly number[]): UnreadMessages {
  if (ids.length === 0) return unread;
  if ("topic" in conversation) return { ...unread, streams: addToTopic(unread.streams, conversation, ids) };
  const { others, me } = conversation;
  if (others.length < 2) return { ...unread, pms: addToDirect(unread.pms, others[0] ?? me, ids) };
  return { ...unread, huddles: addToGroup(unread.huddles, [...others, me], ids) };
}

function addToTopic(
  topics: readonly UnreadTopic[],
  { stream_id, topic }: { stream_id: number; topic: string },
  ids: readonly number[],
): UnreadTopic[] {
  const isSame = (other: UnreadTopic) => other.stream_id === stream_id && sameTopic(other.topic, topic);
  const known = topics.find(isSame);
  const newest = known?.unread_message_ids.at(-1) ?? -Infinity;
  const newestIsOld = known !== undefined && ids.every((id) => id < newest);
  const all = mergeIds(known?.unread_message_ids ?? [], ids);
  const entry = { stream_id, topic: newestIsOld ? known.topic : topic, unread_message_ids: all };
  if (known?.topic === entry.topic) return topics.map((other) => (other === known ? entry : other));
  return [...topics.filter((other) => !isSame(other)), entry].sort(
    (a, b) => a.stream_id - b.stream_id || compareText(a.topic, b.topic),
  );
}

function addToDirect(directs: readonly UnreadDirect[], otherId: number, ids: readonly number[]): UnreadDirect[] {
  const known = directs.find((direct) => direct.other_user_id === otherId);
  const entry = {
    other_user_id: otherId,
    sender_id: otherId,
    unread_message_ids: mergeIds(known?.unread_message_ids ?? [], ids),
  };
  return [...directs.filter((direct) => direct !== known), entry].sort((a, b) => a.other_user_id - b.other_user_id);
}

function addToGroup(groups: readonly UnreadGroup[], userIds: number[], ids: readonly number[]): UnreadGroup[] {
  const key = userIds.sort(ascending).join(",");
  const known = groups.find((group) => group.user_ids_string === key);
  const entry = { user_ids_string: key, unread_message_ids: mergeIds(known?.unread_message_ids ?? [], ids) };
  return [...groups.filter((group) => group !== known), entry].sort((a, b) =>
    compareText(a.user_ids_string, b.user_ids_string),
  );
}

/**
 * Returns the ids that are in at least one of the lists, sorted and without duplicates. In the usual case of a single
 * id that is greater than all others, the id is appended without sorting.
 */
function mergeIds(ids: readonly number[], more: readonly number[]): number[] {
  const [one] = more;
  const isNewest = more.length === 1 && one !== undefined && one > (ids.at(-1) ?? -Infinity);
  return isNewest ? [...ids, one] : union(ids, more);
}

/**
 * Removes the messages for which `isGone` returns true, and the conversations that are then empty. The object of a
 * conversation that loses no message stays the same.
 */
export function removeUnread(unread: UnreadMessages, isGone: (id: number) => boolean): UnreadMessages {
  const rest = <C extends { unread_message_ids: number[] }>(conversations: C[]): C[] => {
    if (!conversations.some(({ unread_message_ids }) => unread_message_ids.some(isGone))) return conversations;
    return conversations.flatMap((conversation) => {
      const ids = conversation.unread_message_ids.filter((id) => !isGone(id));
      if (ids.length === conversation.unread_message_ids.length) return [conversation];
      return ids.length === 0 ? [] : [{ ...conversation, unread_message_ids: ids }];
    });
  };
  return {
    ...unread,
    pms: rest(unread.pms),
    streams: rest(unread.streams),
    huddles: rest(unread.huddles),
    mentions: unread.mentions.some(isGone) ? unread.mentions.filter((id) => !isGone(id)) : unread.mentions,
  };
}

export function setMention(unread: UnreadMessages, id: number, isMention: boolean): UnreadMessages {
  if (unread.mentions.includes(id) === isMention) return unread;
  const others = unread.mentions.filter((other) => other !== id);
  return { ...unread, mentions: isMention ? union(others, [id]) : others };
}

export const isUnread = ({ pms, streams, huddles }: UnreadMessages, id: number) =>
  [...pms, ...streams, ...huddles].some((conversation) => conversation.unread_message_ids.includes(id));
