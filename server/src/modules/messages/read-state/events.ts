import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { UnreadDetail } from "@parlance/contract/nouns/message-flags.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";

/** A change of flags as the log keeps it, with topics as they are spelled. */
export interface StoredFlagsEvent {
  readonly type: "update_message_flags";
  readonly op: "add" | "remove";
  /** The same as `op`, for older clients. */
  readonly operation: "add" | "remove";
  readonly flag: MessageFlag;
  readonly messages: readonly number[];
  /** Whether everything the user has was marked; `messages` is empty then. */
  readonly all: boolean;
  /** Only where messages become unread; by id. */
  readonly message_details?: Readonly<Record<string, UnreadDetail>>;
}

type Change = Pick<StoredFlagsEvent, "op" | "flag" | "messages" | "message_details">;

export const flagsChanged = (change: Change): StoredFlagsEvent => ({
  type: "update_message_flags",
  operation: change.op,
  all: false,
  ...change,
});

/** Whatever was sent before it is read. */
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
