import type { EventBody } from "@parlance/contract/events/index.ts";
import type { EventReader, Presenter } from "#kernel/events/presenter.ts";
import { flagsFor, type ReaderFlags } from "#modules/messages/read-state/flags/flags-by-user.ts";
import { shownTopic } from "#modules/messages/conversations/message-text.ts";

type UpdateBody = Extract<EventBody, { type: "update_message" }>;
type DeleteBody = Extract<EventBody, { type: "delete_message" }>;

/** An edit or a move as the log keeps it: topics as they are spelled, and whose flags on the message are what. */
export interface StoredUpdateEvent extends Omit<UpdateBody, "flags"> {
  readonly readers: ReaderFlags;
}

/** Messages of one conversation that are gone, or out of sight, as the log keeps it. */
export interface StoredDeleteEvent extends Omit<DeleteBody, "message_id"> {
  readonly message_ids: number[];
}

const has = ({ capabilities }: EventReader, capability: string): boolean => capabilities[capability] === true;

type TopicField = "subject" | "orig_subject" | "topic";

/** Those of the fields that are there, as they are shown. */
function shownTopics(event: Partial<Record<TopicField, string | undefined>>, reader: EventReader) {
  const fields = (["subject", "orig_subject", "topic"] as const).flatMap((name) => {
    const topic = event[name];
    return topic === undefined ? [] : [[name, shownTopic(topic, has(reader, "empty_topic_name"))] as const];
  });
  return Object.fromEntries(fields);
}

export const updatePresenter: Presenter<StoredUpdateEvent> = {
  variant: ({ readers }, reader) => `${has(reader, "empty_topic_name")} ${flagsFor(readers, reader.userId).join()}`,
  present({ readers, ...event }, reader) {
    return [{ ...event, ...shownTopics(event, reader), flags: flagsFor(readers, reader.userId) }];
  },
};

export const deletePresenter: Presenter<StoredDeleteEvent> = {
  variant: (_, reader) => `${has(reader, "bulk_message_deletion")} ${has(reader, "empty_topic_name")}`,
  present({ message_ids, ...event }, reader) {
    const told = { ...event, ...shownTopics(event, reader) };
    if (has(reader, "bulk_message_deletion")) return [{ ...told, message_ids }];
    return message_ids.map((message_id) => ({ ...told, message_id }));
  },
};
