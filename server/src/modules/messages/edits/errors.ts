import { defineError } from "@parlance/kernel/base/errors.ts";
import { moveErrors } from "#modules/messages/moves/errors.ts";
import {
  ChannelWildcardNotAllowed,
  CannotMentionGroup,
  TopicWildcardNotAllowed,
  UnableToRender,
} from "#modules/messages/core/errors.ts";
import { InvalidMessages, InvalidTopicCharacter, NullBytes } from "#modules/messages/conversations/errors.ts";

// Errors because the user lacks the permission, or because the time limit has passed.
export const MessageEditingDisabled = defineError({ text: "Your organization has turned off message editing" });
export const CannotEditMessage = defineError({ text: "You don't have permission to edit this message" });
export const EditTimeLimitExceeded = defineError({ text: "The time limit for editing this message has passed" });

// Errors in parameters that contradict each other or do not apply to the message.
export const NothingToChange = defineError({ text: "Nothing to change" });
export const CannotMoveDirectMessage = defineError({ text: "Direct messages cannot be moved to channels." });
export const DirectMessagesHaveNoTopics = defineError({ text: "Direct messages cannot have topics." });
export const PropagateModeWithoutTopic = defineError({ text: "Invalid propagate_mode without topic edit" });
export const CannotResolveGeneralChat = defineError({ text: "General chat cannot be marked as resolved" });
export const ContentChangeDuringChannelMove = defineError({
  text: "Cannot change message content while changing channel",
});
export const CannotEditWidget = defineError({ text: "Widgets cannot be edited." });
export const ContentMismatch = defineError({
  code: "EXPECTATION_MISMATCH",
  text: "'prev_content_sha256' value does not match the expected value.",
});

export const EditHistoryDisabled = defineError({ text: "Message edit history is disabled in this organization" });

/** Errors that can occur when a message is edited or moved, in the order in which they are checked. */
export const updateErrors = [
  InvalidMessages,
  MessageEditingDisabled,
  CannotEditMessage,
  EditTimeLimitExceeded,
  NothingToChange,
  CannotMoveDirectMessage,
  DirectMessagesHaveNoTopics,
  PropagateModeWithoutTopic,
  InvalidTopicCharacter,
  CannotResolveGeneralChat,
  ContentChangeDuringChannelMove,
  CannotEditWidget,
  ContentMismatch,
  ...moveErrors,
  NullBytes,
  UnableToRender,
  ChannelWildcardNotAllowed,
  TopicWildcardNotAllowed,
  CannotMentionGroup,
] as const;
