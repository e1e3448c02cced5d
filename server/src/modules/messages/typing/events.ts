import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

export type TypingBody = Extract<EventBody, { type: "typing" }>;
export type EditTypingBody = Extract<EventBody, { type: "typing_edit_message" }>;

const knowsEmptyTopics = ({ capabilities }: RecipientQueue): boolean => capabilities["empty_topic_name"] === true;

/**
 * Returns the variant of an event about typing in a channel: a name that is the same for all clients that receive the
 * same JSON. Returns null if the client does not support such events.
 */
const inChannel = (reader: RecipientQueue): string | null =>
  reader.capabilities["stream_typing_notifications"] === true ? `channel ${knowsEmptyTopics(reader)}` : null;

export const typingPresenter: Presenter<TypingBody> = {
  variant: (event, reader) => (event.message_type === "stream" ? inChannel(reader) : "direct"),
  present: (event, reader) => [
    event.topic === undefined ? event : { ...event, topic: displayTopic(event.topic, knowsEmptyTopics(reader)) },
  ],
};

export const editTypingPresenter: Presenter<EditTypingBody> = {
  variant: ({ recipient }, reader) => (recipient.type === "channel" ? inChannel(reader) : "direct"),
  present(event, reader) {
    const { topic } = event.recipient;
    if (topic === undefined) return [event];
    return [{ ...event, recipient: { ...event.recipient, topic: displayTopic(topic, knowsEmptyTopics(reader)) } }];
  },
};
