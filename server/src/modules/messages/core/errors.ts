import { defineError } from "@parlance/kernel/base/errors.ts";
import { EmptyMessage, InvalidTopicCharacter, NullBytes } from "#modules/messages/conversations/errors.ts";
import { IdempotencyKeyReused, InvalidIdempotencyKey } from "#modules/platform/idempotency/errors.ts";

// Errors in a message's content.
export const UnableToRender = defineError({ text: "Unable to render message" });

// Errors in the choice of a message's recipients.
export const MissingChannel = defineError({ text: "Missing channel" });
export const MissingTopic = defineError({ text: "Missing topic" });
export const MultipleChannels = defineError({ text: "Cannot send to multiple channels" });
export const OneChannelExpected = defineError({ text: "Expected exactly one channel" });
export const InvalidChannelType = defineError({ text: "Invalid data type for channel" });
export const InvalidRecipientsType = defineError({ text: "Invalid data type for recipients" });
export const MixedRecipients = defineError({
  text: "Recipient lists may contain emails or user IDs, but not both.",
});
export const NoRecipients = defineError({ text: "Message must have recipients" });
export const TooManyRecipients = defineError({
  text: "Message has too many recipients (limit: 1000)",
});
export const InvalidEmail = defineError({
  text: ({ email }: { email: string }) => `Invalid email '${email}'`,
});
export const InvalidUserId = defineError({
  text: ({ user_id }: { user_id: number }) => `Invalid user ID ${user_id}`,
});
export const RecipientDeactivated = defineError({
  text: ({ email }: { email: string }) => `'${email}' is no longer using this service.`,
});

// Errors because a setting of the channel, the organization or a group does not allow the message.
export const EmptyTopicNotAllowed = defineError({
  text: "Sending messages to the general chat is not allowed in this channel.",
});
export const OnlyEmptyTopicAllowed = defineError({
  text: "Only the general chat topic is allowed in this channel.",
});
export const DirectMessagesDisabled = defineError({
  text: "Direct messages are disabled in this organization.",
});
export const NoAuthorizedConversationMember = defineError({
  text: "This conversation does not include any users who can authorize it.",
});
export const CannotInitiateConversation = defineError({
  text: "You do not have permission to initiate direct message conversations.",
});
export const ChannelWildcardNotAllowed = defineError({
  code: "STREAM_WILDCARD_MENTION_NOT_ALLOWED",
  text: "You do not have permission to use channel wildcard mentions in this channel.",
});
export const TopicWildcardNotAllowed = defineError({
  code: "TOPIC_WILDCARD_MENTION_NOT_ALLOWED",
  text: "You do not have permission to use topic wildcard mentions in this topic.",
});
export const CannotMentionGroup = defineError({
  text: ({ group }: { group: string }) => `You are not allowed to mention user group '${group}'.`,
});

/**
 * Errors that can occur when a message is composed, whether it is sent immediately or scheduled. The errors for a
 * channel's own permissions are not included.
 */
export const messageErrors = [
  EmptyMessage,
  NullBytes,
  InvalidTopicCharacter,
  UnableToRender,
  MissingChannel,
  MissingTopic,
  MultipleChannels,
  OneChannelExpected,
  InvalidChannelType,
  InvalidRecipientsType,
  MixedRecipients,
  NoRecipients,
  TooManyRecipients,
  InvalidEmail,
  InvalidUserId,
  RecipientDeactivated,
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
  DirectMessagesDisabled,
  NoAuthorizedConversationMember,
  CannotInitiateConversation,
  ChannelWildcardNotAllowed,
  TopicWildcardNotAllowed,
  CannotMentionGroup,
] as const;

/**
 * Errors that can occur when a message is sent immediately. The errors for a channel's own permissions are not
 * included.
 */
export const sendErrors = [...messageErrors, InvalidIdempotencyKey, IdempotencyKeyReused] as const;
