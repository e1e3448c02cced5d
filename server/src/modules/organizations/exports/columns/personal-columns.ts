import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { startKey, wordKey } from "#modules/users/alert-words/word-matching.ts";
import { type ColumnsOf, holding, inOrder, keyOf, message, realm, reference, text, values } from "./exported-column.ts";
import { draftRecipients, exceptionChunk, exceptionIds, fragment, readChunk } from "../import/remap-embedded-ids.ts";

/** What somebody keeps for themselves. */
export const columnsOfOne = {
  message_flag: { user_id: reference("account"), message_id: message, ...values("flags") },
  unread_exception: { user_id: reference("account"), message_id: message },
  unread_exception_chunk: {
    user_id: reference("account"),
    chunk: holding(exceptionChunk),
    message_ids: holding(exceptionIds),
  },
  read_chunk: { user_id: reference("account"), chunk: holding(readChunk), ...values("bits") },
  alert_word: {
    id: inOrder,
    realm_id: realm,
    user_id: reference("account"),
    word_key: keyOf("word", wordKey),
    start_key: keyOf("word", startKey),
    ...values("word"),
  },
  draft: {
    id: inOrder,
    user_id: reference("account"),
    recipients: holding(draftRecipients),
    content: text,
    ...values("type", "topic", "edited_at"),
  },
  saved_snippet: { id: inOrder, user_id: reference("account"), content: text, ...values("title", "created_at") },
  navigation_view: {
    id: inOrder,
    user_id: reference("account"),
    fragment: holding(fragment),
    ...values("name", "is_pinned"),
  },
  onboarding_step_done: { user_id: reference("account"), ...values("name") },
  user_presence: {
    user_id: reference("account"),
    realm_id: realm,
    // The new organization goes on counting from there.
    ...values("active_at", "connected_at", "update_id"),
  },
  muted_user_period: {
    user_id: reference("account"),
    muted_user_id: reference("account"),
    from_message_id: message,
    to_message_id: message,
    ...values("muted_at"),
  },
  user_topic: {
    user_id: reference("account"),
    channel_id: reference("channel"),
    topic_key: keyOf("topic", topicKey),
    ...values("topic", "policy", "updated_at"),
  },
} satisfies ColumnsOf<
  | "message_flag"
  | "unread_exception"
  | "unread_exception_chunk"
  | "read_chunk"
  | "alert_word"
  | "draft"
  | "saved_snippet"
  | "navigation_view"
  | "onboarding_step_done"
  | "user_presence"
  | "muted_user_period"
  | "user_topic"
>;
