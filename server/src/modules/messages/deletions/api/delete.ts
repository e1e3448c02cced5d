import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { deleteMessage } from "../actions/delete-message.ts";
import { CannotDeleteMessage, MessageAlreadyDeleted, DeleteTimeLimitExceeded } from "../errors.ts";
import { messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deleteOne = endpoint.write({
  route: "DELETE /messages/:message_id",
  summary: "Delete a message",
  description:
    "Deletes the message for all users, with its reactions, edit history and all other data. Users with " +
    "`can_delete_any_message_group` of the organization or the channel may delete any message that they can " +
    "read. Users with `can_delete_own_message_group` of either may delete their own messages and those of their " +
    "bots, up to `message_content_delete_limit_seconds` after sending. Messages in archived channels cannot be " +
    "deleted. Users who received the message get a `delete_message` event. Server operators can restore the " +
    "message for 30 days.",
  access: "user",
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  response: z.object({}),
  errors: [InvalidMessages, CannotDeleteMessage, DeleteTimeLimitExceeded, MessageAlreadyDeleted],
  async handler(ctx, { params }) {
    await deleteMessage(ctx, params.message_id);
    return {};
  },
});
