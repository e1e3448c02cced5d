import { z } from "zod";
import { defineError } from "@parlance/kernel/base/errors.ts";
import { InvalidChannelId } from "#modules/channels/core/errors.ts";
import { EmptyTopicNotAllowed, OnlyEmptyTopicAllowed } from "#modules/messages/core/errors.ts";

export const CannotChangeTopic = defineError({ text: "You don't have permission to edit this message" });
export const CannotResolveTopic = defineError({
  text: "You don't have permission to resolve topics in this channel.",
});
export const CannotMoveMessage = defineError({ text: "You don't have permission to move this message" });
export const TopicChangeTimeLimitExceeded = defineError({
  text: "The time limit for editing this message's topic has passed.",
});
export const ChannelChangeTimeLimitExceeded = defineError({
  text: "The time limit for editing this message's channel has passed",
});

/**
 * Some of the messages are too old to be moved; the newest are within the time limit. The fields contain the number of
 * messages in the topic, the number of those within the limit, and the id of the first of them.
 */
export const MoveTimeLimitExceeded = defineError({
  code: "MOVE_MESSAGES_TIME_LIMIT_EXCEEDED",
  text: ({ total_messages_allowed_to_move: allowed, total_messages_in_topic: total }) =>
    `You only have permission to move the ${allowed}/${total} most recent messages in this topic.`,
  fields: z.object({
    first_message_id_allowed_to_move: z.int().nullable(),
    total_messages_in_topic: z.int(),
    total_messages_allowed_to_move: z.int(),
  }),
});

/** Errors that `authorizeMove` can throw. */
export const moveErrors = [
  InvalidChannelId,
  CannotChangeTopic,
  CannotResolveTopic,
  CannotMoveMessage,
  TopicChangeTimeLimitExceeded,
  ChannelChangeTimeLimitExceeded,
  MoveTimeLimitExceeded,
  EmptyTopicNotAllowed,
  OnlyEmptyTopicAllowed,
] as const;
