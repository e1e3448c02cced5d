import { z } from "zod";
import { Attachment } from "@parlance/contract/nouns/attachments.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { bool, choice, id, int, text } from "#kernel/http/params.ts";
import { updateMessage } from "../actions/update-message.ts";
import { updateErrors } from "../errors.ts";
import { prepareTexts } from "../prepared-update.ts";

export const update = endpoint.write({
  route: "PATCH /messages/:message_id",
  summary: "Edit or move a message",
  description:
    "Only who sent a message may change what it says, and only for as long as the organization allows, with 20 seconds " +
    "of grace. Content that is the same as before is no change: nobody hears of it, and there is no history of it. " +
    "Messages in channels can be moved to another topic, or to another channel with or without another topic, also many " +
    "at once; content cannot be changed while they change the channel. To prefix a topic with a check mark and a space, " +
    "or to take that away, is to resolve it or not: that is no move.",
  access: "user",
  limit: "edits",
  params: z.object({ message_id: int() }),
  input: z.object({
    content: text({ allowUnstorable: true })
      .optional()
      .describe("Markdown; cut at 10,000 characters. Where nothing but spaces is left, the message says `(deleted)`"),
    prev_content_sha256: text()
      .optional()
      .describe("SHA-256 of the Markdown that is to be changed, in lower-case hexadecimal: refuse if it is not that"),
    topic: text({ allowUnstorable: true })
      .optional()
      .describe("Where messages go within the channel; cut at 60 characters"),
    stream_id: id().optional().describe("The channel that messages go to"),
    propagate_mode: choice("change_one", "change_later", "change_all")
      .default("change_one")
      .describe("Which messages of the topic are moved: this one, it and all newer ones, or all"),
    send_notification_to_old_thread: bool().default(false).describe("Say in the topic they leave that they were moved"),
    send_notification_to_new_thread: bool().default(true).describe("Say so in the topic they come to"),
  }),
  aliases: { topic: ["subject"] },
  response: z.object({
    detached_uploads: z
      .array(Attachment)
      .describe("One's own files to which no message refers any more since this edit"),
  }),
  errors: updateErrors,
  prepare: (ctx, { input }) => prepareTexts(ctx, input),
  async handler(ctx, { params, input }, texts) {
    const detached = await updateMessage(ctx, params.message_id, input, texts);
    return { detached_uploads: [...detached] };
  },
});
