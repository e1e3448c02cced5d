import { defineError } from "@parlance/kernel/base/errors.ts";
import { messageErrors } from "#modules/messages/core/errors.ts";
import { ChannelIdDoesNotExist, NoPermissionToPost, NotAuthorizedToSend } from "#modules/channels/core/errors.ts";

export const DeliveryTimeNotInFuture = defineError({ text: "Scheduled delivery time must be in the future." });
export const InvalidChannelIdType = defineError({ text: "Invalid data type for channel ID" });
export const OnlyUserIdsAllowed = defineError({ text: "Recipient list may only contain user IDs" });
export const TooManyScheduledMessages = defineError({
  text: "You have too many scheduled messages and reminders. Cancel some of them first.",
});

export const ScheduledMessageDoesNotExist = defineError({ status: 404, text: "Scheduled message does not exist" });
export const NothingToChange = defineError({ text: "Nothing to change" });
export const RecipientRequired = defineError({ text: "Recipient required when updating type of scheduled message." });
export const TopicRequired = defineError({
  text: "Topic required when updating scheduled message type to channel.",
});
export const AlreadySent = defineError({ text: "Scheduled message was already sent" });

export const ReminderDoesNotExist = defineError({ status: 404, text: "Reminder does not exist" });
export const NoteTooLong = defineError({
  text: ({ limit }: { limit: number }) => `Maximum reminder note length: ${limit} characters`,
});

/** The reason in the notice to the sender of a message that was overdue for too long. */
export const DeliveredTooLate = defineError({ text: "Message could not be sent at the scheduled time." });

/** Errors that can occur when a message is scheduled. */
export const scheduleErrors = [
  ...messageErrors,
  ChannelIdDoesNotExist,
  NoPermissionToPost,
  NotAuthorizedToSend,
  DeliveryTimeNotInFuture,
  InvalidChannelIdType,
  OnlyUserIdsAllowed,
  TooManyScheduledMessages,
] as const;
