import { defineError } from "@parlance/kernel/base/errors.ts";

export const CannotDeleteMessage = defineError({ text: "You don't have permission to delete this message" });
export const DeleteTimeLimitExceeded = defineError({ text: "The time limit for deleting this message has passed" });
/** The message was deleted by another request while this request waited to delete it. */
export const MessageAlreadyDeleted = defineError({ text: "Message already deleted" });
