import type { EditHistoryEntry } from "@parlance/contract/entities/message.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import type { EditRow, EditHistory } from "../queries.ts";

/**
 * Returns the changes that the organization's setting shows to users, oldest first. If it shows only moves, their
 * previous texts are removed.
 */
export function visibleEdits({ visibility, edits }: EditHistory): readonly EditRow[] {
  if (visibility === "all") return edits;
  if (visibility === "none") return [];
  return edits.filter(isMove).map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

const isMove = ({ prev_topic, prev_channel_id }: EditRow): boolean => prev_topic !== null || prev_channel_id !== null;

/**
 * Returns the previous values of the fields that a change replaced, with the names that the API uses. Unchanged fields
 * are omitted.
 */
export function replacedFields(edit: EditRow, allowEmptyTopicName: boolean) {
  const { prev_content, prev_rendered_content, prev_topic, prev_channel_id, channel_id } = edit;
  return {
    ...(prev_content !== null && { prev_content, prev_rendered_content: prev_rendered_content ?? "" }),
    ...(prev_topic !== null && { prev_topic: displayTopic(prev_topic, allowEmptyTopicName) }),
    ...(prev_channel_id !== null && { prev_stream: prev_channel_id, stream: channel_id ?? prev_channel_id }),
  };
}

/** Converts a change to an entry of `edit_history` in a fetched message. */
export const historyEntry = (edit: EditRow, allowEmptyTopicName: boolean): EditHistoryEntry => ({
  user_id: edit.user_id,
  timestamp: edit.timestamp,
  ...replacedFields(edit, allowEmptyTopicName),
  ...(edit.topic !== null && { topic: displayTopic(edit.topic, allowEmptyTopicName) }),
});
