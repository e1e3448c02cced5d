import type { EditHistoryEntry } from "@parlance/contract/entities/message.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import type { EditRow, EditHistory } from "../queries.ts";

/** What of the changes of messages may be seen, oldest first. */
export function visibleEdits({ visibility, edits }: EditHistory): readonly EditRow[] {
  if (visibility === "all") return edits;
  if (visibility === "none") return [];
  return edits.filter(isMove).map((edit) => ({ ...edit, prev_content: null, prev_rendered_content: null }));
}

const isMove = ({ prev_topic, prev_channel_id }: EditRow): boolean => prev_topic !== null || prev_channel_id !== null;

/** What a change replaced; what stayed as it was is left out. */
export function replacedFields(edit: EditRow, allowEmptyTopicName: boolean) {
  const { prev_content, prev_rendered_content, prev_topic, prev_channel_id, channel_id } = edit;
  return {
    ...(prev_content !== null && { prev_content, prev_rendered_content: prev_rendered_content ?? "" }),
    ...(prev_topic !== null && { prev_topic: displayTopic(prev_topic, allowEmptyTopicName) }),
    ...(prev_channel_id !== null && { prev_stream: prev_channel_id, stream: channel_id ?? prev_channel_id }),
  };
}

/** A change as messages carry it. */
export const historyEntry = (edit: EditRow, allowEmptyTopicName: boolean): EditHistoryEntry => ({
  user_id: edit.user_id,
  timestamp: edit.timestamp,
  ...replacedFields(edit, allowEmptyTopicName),
  ...(edit.topic !== null && { topic: displayTopic(edit.topic, allowEmptyTopicName) }),
});
