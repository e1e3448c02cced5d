import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { UnreadDetail } from "@parlance/contract/nouns/message-flags.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

/**
 * A flag change as stored in the event log. Its topics are replaced later for clients that do not support the empty
 * topic.
 */
export interface StoredFlagsEvent {
  readonly type: "update_message_flags";
  readonly op: "add" | "remove";
  /** The same as `op`, for older clients. */
  readonly operation: "add" | "remove";
  readonly flag: MessageFlag;
  readonly messages: readonly number[];
  /** True if all of the user's messages were marked as read. `messages` is then empty. */
  readonly all: boolean;
  /** Conversations of the messages, by message id. Present only if messages became unread. */
  readonly message_details?: Readonly<Record<string, UnreadDetail>>;
}

type Change = Pick<StoredFlagsEvent, "op" | "flag" | "messages" | "message_details">;

export const flagsChanged = (change: Change): StoredFlagsEvent => ({
  type: "update_message_flags",
  operation: change.op,
  all: false,
  ...change,
});

/** Creates the event that marks all messages sent before it as read. */
export const allRead = (): StoredFlagsEvent => ({
  ...flagsChanged({ op: "add", flag: "read", messages: [] }),
  all: true,
});

const knowsEmptyTopics = ({ capabilities }: RecipientQueue) => capabilities["empty_topic_name"] === true;

function presentFlags(event: StoredFlagsEvent, reader: RecipientQueue): object {
  const { message_details: details } = event;
  if (!details || knowsEmptyTopics(reader)) return event;
  const shown = Object.entries(details).map(([id, detail]) => [
    id,
    detail.topic === undefined ? detail : { ...detail, topic: displayTopic(detail.topic, false) },
  ]);
  return { ...event, message_details: Object.fromEntries(shown) };
}

export const flagsPresenter: Presenter<StoredFlagsEvent> = {
  variant: ({ message_details }, reader) => String(message_details === undefined || knowsEmptyTopics(reader)),
  present: (event, reader) => [presentFlags(event, reader)],
};
