import { z } from "zod";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int } from "#kernel/http/params.ts";
import { InvalidMessages } from "#modules/messages/conversations/errors.ts";
import { deleteMessage } from "../actions/delete-message.ts";
import { MayNotDelete, MessageAlreadyDeleted, TooLateToDelete } from "../errors.ts";

export const deleteOne = endpoint.write({
  route: "DELETE /messages/:message_id",
  summary: "Delete a message",
  description:
    "For everybody, with its reactions, its history and all else that belongs to it. `can_delete_any_message_group` of the " +
    "organization or of the channel says who may delete any message that they can read; " +
    "`can_delete_own_message_group` of either, who may delete their own and those of their bots, until " +
    "`message_content_delete_limit_seconds` after it was sent. Nothing is deleted in archived channels. Those who have " +
    "the message get a `delete_message` event. The server's operators can get the message back for 30 days.",
  access: "user",
  params: z.object({ message_id: int() }),
  response: z.object({}),
  errors: [InvalidMessages, MayNotDelete, TooLateToDelete, MessageAlreadyDeleted],
  async handler(ctx, { params }) {
    await deleteMessage(ctx, params.message_id);
    return {};
  },
});
