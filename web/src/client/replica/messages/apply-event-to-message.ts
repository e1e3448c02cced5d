// Applies events to messages. Messages are not part of the state in the register response.
import type { Event, EventOf } from "@parlance/contract/events/index.ts";
import type { Reaction } from "@parlance/contract/entities/message.ts";
import type { KnownMessage } from "./messages.ts";
import { isResolved, toggleResolvedMark } from "../selectors/channels/topics.ts";

/**
 * Returns the ids of the messages that an event changes. Messages that the event adds or deletes are not included, and
 * none are if the event adds a flag to all messages.
 */
export function changedMessageIds(event: Event): readonly number[] {
  switch (event.type) {
    case "update_message":
      return event.message_ids;
    case "update_message_flags":
      return event.messages;
    case "reaction":
    case "submessage":
      return [event.message_id];
    default:
      return [];
  }
}

/** Returns a message as it is after an event. Does not modify the original. */
export function applyEventToMessage(message: KnownMessage, event: Event): KnownMessage {
  switch (event.type) {
    case "update_message":
      return applyUpdate(message, event);
    case "update_message_flags":
      return applyFlags(message, event);
    case "reaction":
      return applyReaction(message, event);
    case "submessage":
      return applySubmessage(message, event);
    default:
      return message;
  }
}

function applyUpdate(message: KnownMessage, event: EventOf<"update_message">): KnownMessage {
  if (!event.message_ids.includes(message.id)) return message;
  const moved = isMove(event) ? { ...message, ...movedFields(message, event) } : message;
  if (event.message_id !== message.id || event.rendered_content === undefined) return moved;
  return {
    ...moved,
    content: event.rendered_content,
    flags: event.flags,
    ...(event.rendering_only ? {} : { last_edit_timestamp: event.edit_timestamp }),
    ...(event.is_me_message === undefined ? {} : { is_me_message: event.is_me_message }),
  };
}

/** Returns true if the event moves messages to another topic or channel. */
export const isMove = ({ new_stream_id, subject }: EventOf<"update_message">): boolean =>
  new_stream_id !== undefined || subject !== undefined;

function movedFields(message: KnownMessage, event: EventOf<"update_message">): Partial<KnownMessage> {
  const { new_stream_id, subject, topic_links, edit_timestamp } = event;
  return {
    ...(new_stream_id === undefined ? {} : { stream_id: new_stream_id }),
    ...(subject === undefined ? {} : { subject }),
    ...(topic_links === undefined ? {} : { topic_links }),
    ...(message.type === "stream" && !onlyResolves(event) ? { last_moved_timestamp: edit_timestamp } : {}),
  };
}

/** Returns true if the event only resolves or unresolves a topic, which does not count as a move. */
function onlyResolves({
  orig_subject: before = "",
  subject: after,
  new_stream_id,
}: EventOf<"update_message">): boolean {
  if (after === undefined || new_stream_id !== undefined) return false;
  return isResolved(before) ? after === before.replace(/^[✔ ]+/u, "") : after === toggleResolvedMark(before);
}

function applyFlags(message: KnownMessage, event: EventOf<"update_message_flags">): KnownMessage {
  const concerns = (event.op === "add" && event.all) || event.messages.includes(message.id);
  const has = message.flags.includes(event.flag);
  if (!concerns || has === (event.op === "add")) return message;
  const others = message.flags.filter((flag) => flag !== event.flag);
  return { ...message, flags: event.op === "add" ? [...others, event.flag] : others };
}

function applyReaction(message: KnownMessage, event: EventOf<"reaction">): KnownMessage {
  if (event.message_id !== message.id) return message;
  const { emoji_name, emoji_code, reaction_type, user_id } = event;
  const others = message.reactions.filter((one) => !isSameReaction(one, event));
  if (event.op === "remove") return { ...message, reactions: others };
  if (others.length < message.reactions.length) return message;
  return { ...message, reactions: [...others, { emoji_name, emoji_code, reaction_type, user_id }] };
}

const isSameReaction = (a: Reaction, b: Reaction): boolean =>
  a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;

function applySubmessage(message: KnownMessage, event: EventOf<"submessage">): KnownMessage {
  const { message_id, submessage_id, sender_id, msg_type, content } = event;
  if (message_id !== message.id || message.submessages.some(({ id }) => id === submessage_id)) return message;
  const step = { id: submessage_id, message_id, sender_id, msg_type, content };
  return { ...message, submessages: [...message.submessages, step] };
}

/** Returns the ids of the messages that these events delete. */
export const deletedMessageIds = (events: readonly Event[]): ReadonlySet<number> =>
  new Set(events.flatMap((event) => (event.type === "delete_message" ? (event.message_ids ?? []) : [])));
