import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { prefixKey, wordKey } from "#modules/users/alert-words/word-matching.ts";
import {
  type ColumnsOf,
  mappedValue,
  orderedId,
  derivedKey,
  message,
  realm,
  reference,
  text,
  values,
} from "./exported-column.ts";
import {
  remapDraftRecipients,
  remapExceptionChunk,
  remapExceptionIds,
  remapFragment,
  remapReadChunk,
} from "../importing/remap-embedded-ids.ts";

/** Tables with private data of users. */
export const personalColumns = {
  message_flag: { user_id: reference("account"), message_id: message, ...values("flags") },
  unread_exception: { user_id: reference("account"), message_id: message },
  unread_exception_chunk: {
    user_id: reference("account"),
    chunk: mappedValue(remapExceptionChunk),
    message_ids: mappedValue(remapExceptionIds),
  },
  read_chunk: { user_id: reference("account"), chunk: mappedValue(remapReadChunk), ...values("bits") },
  alert_word: {
    id: orderedId,
    realm_id: realm,
    user_id: reference("account"),
    word_key: derivedKey("word", wordKey),
    start_key: derivedKey("word", prefixKey),
    ...values("word"),
  },
  draft: {
    id: orderedId,
    user_id: reference("account"),
    recipients: mappedValue(remapDraftRecipients),
    content: text,
    ...values("type", "topic", "edited_at"),
  },
  saved_snippet: { id: orderedId, user_id: reference("account"), content: text, ...values("title", "created_at") },
  navigation_view: {
    id: orderedId,
    user_id: reference("account"),
    fragment: mappedValue(remapFragment),
    ...values("name", "is_pinned"),
  },
  onboarding_step_done: { user_id: reference("account"), ...values("name") },
  user_presence: {
    user_id: reference("account"),
    realm_id: realm,
    // `update_id` is unchanged, because the new organization continues counting from the highest one.
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
    topic_key: derivedKey("topic", topicKey),
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
