import type { EditHistoryEntry } from "@parlance/contract/entities/message.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import type { EditRow, EditHistory } from "../queries.ts";

/** Returns the visible changes of messages, oldest first. */
export function visibleEdits({ visibility, edits }: EditHistory): readonly EditRow[] {
  if (visibility === "all") return edits;
  if (visibility === "none") return [];
  return edits.filter(isMove).map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

const isMove = ({ prev_topic, prev_channel_id }: EditRow): boolean => prev_topic !== null || prev_channel_id !== null;

/** The previous values of the fields that a change replaced. Unchanged fields are omitted. */
export function replacedFields(edit: EditRow, allowEmptyTopicName: boolean) {
  const { prev_content, prev_rendered_content, prev_topic, prev_channel_id, channel_id } = edit;
  return {
    ...(prev_content !== null && { prev_content, prev_rendered_content: prev_rendered_content ?? "" }),
    ...(prev_topic !== null && { prev_topic: displayTopic(prev_topic, allowEmptyTopicName) }),
    ...(prev_channel_id !== null && { prev_stream: prev_channel_id, stream: channel_id ?? prev_channel_id }),
  };
}

/** Serializes a change for the `edit_history` of messages. */
export const historyEntry = (edit: EditRow, allowEmptyTopicName: boolean): EditHistoryEntry => ({
  user_id: edit.user_id,
  timestamp: edit.timestamp,
  ...replacedFields(edit, allowEmptyTopicName),
  ...(edit.topic !== null && { topic: displayTopic(edit.topic, allowEmptyTopicName) }),
});
