import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { flagsOfUser, type FlagsByUser } from "#modules/messages/read-state/flags/flags-by-user.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

type UpdateBody = Extract<EventBody, { type: "update_message" }>;
type DeleteBody = Extract<EventBody, { type: "delete_message" }>;

/**
 * An edit or a move of messages as stored in the event log. Before a client receives it, `updatePresenter` adapts the
 * topics to the client's capabilities and replaces the flags of all users with those of the client's user.
 */
export interface StoredUpdateEvent extends Omit<UpdateBody, "flags"> {
  readonly readers: FlagsByUser;
}

/**
 * Messages of one conversation that were deleted or that the receiving users can no longer see, as stored in the event
 * log.
 */
export interface StoredDeleteEvent extends Omit<DeleteBody, "message_id"> {
  readonly message_ids: number[];
}

const hasCapability = ({ capabilities }: RecipientQueue, capability: string): boolean =>
  capabilities[capability] === true;

type TopicField = "subject" | "orig_subject" | "topic";

/**
 * Returns the topic fields of the event. The empty topic is replaced by a name if the client does not support empty
 * topics.
 */
function shownTopics(event: Partial<Record<TopicField, string | undefined>>, reader: RecipientQueue) {
  const fields = (["subject", "orig_subject", "topic"] as const).flatMap((name) => {
    const topic = event[name];
    return topic === undefined ? [] : [[name, displayTopic(topic, hasCapability(reader, "empty_topic_name"))] as const];
  });
  return Object.fromEntries(fields);
}

export const updatePresenter: Presenter<StoredUpdateEvent> = {
  variant: ({ readers }, reader) =>
    `${hasCapability(reader, "empty_topic_name")} ${flagsOfUser(readers, reader.userId).join()}`,
  present({ readers, ...event }, reader) {
    return [{ ...event, ...shownTopics(event, reader), flags: flagsOfUser(readers, reader.userId) }];
  },
};

export const deletePresenter: Presenter<StoredDeleteEvent> = {
  variant: (_, reader) =>
    `${hasCapability(reader, "bulk_message_deletion")} ${hasCapability(reader, "empty_topic_name")}`,
  present({ message_ids, ...event }, reader) {
    const shown = { ...event, ...shownTopics(event, reader) };
    if (hasCapability(reader, "bulk_message_deletion")) return [{ ...shown, message_ids }];
    return message_ids.map((message_id) => ({ ...shown, message_id }));
  },
};
