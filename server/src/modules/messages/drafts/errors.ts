import { defineError } from "@parlance/kernel/base/errors.ts";
import { EmptyMessage, NullBytes } from "#modules/messages/conversations/errors.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { InvalidUserId } from "#modules/messages/core/errors.ts";

export const DraftsNotSynchronized = defineError({ text: "User has disabled synchronizing drafts." });
export const DraftDoesNotExist = defineError({ status: 404, text: "Draft does not exist" });

export const NegativeTimestamp = defineError({ text: "Timestamp must not be negative." });
export const TopicContainsNullByte = defineError({ text: "Topic must not contain null bytes" });
export const ExactlyOneChannelRequired = defineError({
  text: "Must specify exactly 1 channel ID for channel messages",
});
export const TooManyDrafts = defineError({ text: "Too many drafts (limit: 1000)" });
export const DraftsTooLong = defineError({ text: "Drafts are too long (limit: 4000000 characters in total)" });

/** Errors that can occur when a draft is saved. */
export const draftErrors = [
  DraftsNotSynchronized,
  EmptyMessage,
  NullBytes,
  NegativeTimestamp,
  TopicContainsNullByte,
  ExactlyOneChannelRequired,
  InvalidChannelId,
  InvalidUserId,
  TooManyDrafts,
  DraftsTooLong,
] as const;
