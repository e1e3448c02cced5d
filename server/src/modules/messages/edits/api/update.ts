import { z } from "zod";
import { Attachment } from "@parlance/contract/nouns/attachments.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { bool, choice, text } from "@parlance/kernel/http/params.ts";
import { updateMessage } from "../actions/update-message.ts";
import { updateErrors } from "../errors.ts";
import { prepareTexts } from "../update-request.ts";
import { editsLimit } from "../edits-limit.ts";
import { channelId, messageContent, messageId } from "#modules/platform/parameters/identifying-parameters.ts";

export const update = endpoint.write({
  route: "PATCH /messages/:message_id",
  summary: "Update a message",
  description:
    "Edits the content of a message, or moves messages to another topic or channel. Only the sender may edit " +
    "the content, within the organization's time limit plus 20 seconds. Unchanged content creates no event and " +
    "no edit history. Only channel messages can be moved; `propagate_mode` selects which. Content cannot be " +
    "edited while moving to another channel. Adding or removing a check mark and a space at the start of the " +
    "topic resolves or unresolves it, and does not count as a move.",
  access: "user",
  limit: editsLimit,
  params: z.object({ message_id: messageId().describe("Id of the message.") }),
  input: z.object({
    content: messageContent()
      .optional()
      .describe("Markdown source, truncated to 10,000 characters. Content of only whitespace becomes `(deleted)`."),
    prev_content_sha256: text()
      .optional()
      .describe(
        "SHA-256 of the content to be replaced, in lowercase hexadecimal. The request fails if it does not match " +
          "the current Markdown source.",
      ),
    topic: text({ allowUnstorable: true }).optional().describe("New topic; truncated to 60 characters."),
    stream_id: channelId().optional().describe("Id of the new channel."),
    propagate_mode: choice("change_one", "change_later", "change_all")
      .default("change_one")
      .describe(
        "Which messages of the topic to move: `change_one` only this one, `change_later` it and all newer ones, " +
          "`change_all` all of them.",
      ),
    send_notification_to_old_thread: bool()
      .default(false)
      .describe("Whether to post a notice about the move in the old topic."),
    send_notification_to_new_thread: bool()
      .default(true)
      .describe("Whether to post a notice about the move in the new topic."),
  }),
  aliases: { topic: ["subject"] },
  response: z.object({
    detached_uploads: z
      .array(Attachment)
      .describe("The caller's files that no message links to any more after this edit."),
  }),
  errors: updateErrors,
  prepare: (ctx, { input }) => prepareTexts(ctx, input),
  async handler(ctx, { params, input }, texts) {
    const detached = await updateMessage(ctx, params.message_id, input, texts);
    return { detached_uploads: [...detached] };
  },
});
