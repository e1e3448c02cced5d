import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { channelNameKey } from "#modules/channels/core/access/channel-access.ts";
import {
  type ColumnsOf,
  mappedValue,
  idOf,
  orderedId,
  derivedKey,
  message,
  realm,
  reference,
  rendered,
  text,
  values,
} from "./exported-column.ts";
import {
  remapDirectConversation,
  remapEmojiCode,
  remapFilePath,
  remapUserIds,
  remapWidgetContent,
} from "../importing/remap-embedded-ids.ts";

/** Tables of channels and conversations, and of their subscribers and members. */
export const channelColumns = {
  channel_folder: {
    id: idOf("channel_folder"),
    realm_id: realm,
    name_key: derivedKey("name", channelNameKey),
    description: text,
    rendered_description: rendered,
    creator_id: reference("account"),
    ...values("name", "position", "is_archived", "created_at"),
  },
  recipient: { id: idOf("recipient"), realm_id: realm, direct_key: mappedValue(remapDirectConversation) },
  direct_member: { user_id: reference("account"), recipient_id: reference("recipient"), read_up_to: message },
  channel: {
    id: idOf("channel"),
    realm_id: realm,
    recipient_id: reference("recipient"),
    name_key: derivedKey("name", channelNameKey),
    description: text,
    rendered_description: rendered,
    creator_id: reference("account"),
    folder_id: reference("channel_folder"),
    first_message_id: message,
    ...values("name", "created_at", "invite_only", "is_web_public", "history_public_to_subscribers"),
    ...values("message_retention_days", "topics_policy", "is_archived", "is_default", "last_message_at"),
    ...values("subscriber_count", "is_recently_active", "weekly_traffic"),
  },
  subscription: {
    user_id: reference("account"),
    channel_id: reference("channel"),
    recipient_id: reference("recipient"),
    read_up_to: message,
    ...values("is_active", "color", "is_muted", "pin_to_top", "desktop_notifications", "audible_notifications"),
    ...values("push_notifications", "email_notifications", "wildcard_mentions_notify"),
  },
  subscription_period: {
    user_id: reference("account"),
    recipient_id: reference("recipient"),
    from_message_id: message,
    to_message_id: message,
    // Event ids are unchanged, because the new organization's log continues from the last of them.
    ...values("from_event_id", "to_event_id"),
  },
} satisfies ColumnsOf<
  "channel_folder" | "recipient" | "direct_member" | "channel" | "subscription" | "subscription_period"
>;

/** Tables of messages and of the data attached to them. */
export const messageColumns = {
  attachment: {
    id: idOf("attachment"),
    realm_id: realm,
    owner_id: reference("account"),
    path_id: mappedValue(remapFilePath),
    ...values("name", "content_type", "size", "created_at", "unclaimed_since"),
  },
  message: {
    id: message,
    realm_id: realm,
    recipient_id: reference("recipient"),
    sender_id: reference("account"),
    topic_key: derivedKey("topic", topicKey),
    content: text,
    rendered_content: rendered,
    ...values("topic", "sent_at", "client", "mentions_channel", "has_link", "has_image", "has_attachment"),
    ...values("has_reaction", "edited_at", "moved_at", "is_changed", "is_settled"),
  },
  message_edit: {
    id: orderedId,
    message_id: message,
    user_id: reference("account"),
    prev_content: text,
    prev_rendered_content: rendered,
    prev_channel_id: reference("channel"),
    channel_id: reference("channel"),
    ...values("edited_at", "prev_topic", "topic"),
  },
  message_former_place: { message_id: message, recipient_id: reference("recipient") },
  reaction: {
    id: orderedId,
    message_id: message,
    user_id: reference("account"),
    emoji_code: mappedValue(remapEmojiCode),
    ...values("reaction_type", "emoji_name"),
  },
  submessage: {
    id: orderedId,
    message_id: message,
    sender_id: reference("account"),
    content: mappedValue(remapWidgetContent),
    ...values("msg_type"),
  },
  attachment_message: { attachment_id: reference("attachment"), message_id: message },
  scheduled_message: {
    id: orderedId,
    realm_id: realm,
    sender_id: reference("account"),
    channel_id: reference("channel"),
    user_ids: mappedValue(remapUserIds),
    content: text,
    rendered_content: rendered,
    message_id: message,
    target_id: message,
    ...values("topic", "client", "read_by_sender", "deliver_at", "revision", "is_failed", "note"),
  },
} satisfies ColumnsOf<
  | "attachment"
  | "message"
  | "message_edit"
  | "message_former_place"
  | "reaction"
  | "submessage"
  | "attachment_message"
  | "scheduled_message"
>;
