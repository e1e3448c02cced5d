import { z } from "zod";
import { Attachment } from "@parlance/contract/entities/attachment.ts";
import { endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import {
  ChannelWildcardNotAllowed,
  InvalidMessages,
  MayNotMentionGroup,
  NullBytes,
  TopicWildcardNotAllowed,
  UnableToRender,
} from "#modules/messages/errors.ts";
import { updateMessage } from "../actions/update-message.ts";
import * as errors from "../errors.ts";
import { prepareTexts } from "../prepared-update.ts";

const unmoved = {
  propagate_mode: "change_one",
  send_notification_to_old_thread: false,
  send_notification_to_new_thread: true,
} as const;

export const update = endpoint.write({
  route: "PATCH /messages/:message_id",
  summary: "Edit or move a message",
  description:
    "Only who sent a message may change what it says, and only for as long as the organization allows, with 20 seconds " +
    "of grace. Content that is the same as before is no change: nobody hears of it, and there is no history of it.",
  access: "user",
  params: z.object({ message_id: int() }),
  input: z.object({
    content: text({ allowNul: true })
      .optional()
      .describe("Markdown; cut at 10,000 characters. Where nothing but spaces is left, the message says `(deleted)`"),
    prev_content_sha256: text()
      .optional()
      .describe("SHA-256 of the Markdown that is to be changed, in lower-case hexadecimal: refuse if it is not that"),
  }),
  response: z.object({
    detached_uploads: z.array(Attachment).describe("Files to which no message refers any more since this edit"),
  }),
  errors: [
    InvalidMessages,
    errors.EditingTurnedOff,
    errors.MayNotEdit,
    errors.EditTimeOver,
    errors.NothingToChange,
    errors.WidgetsNotEdited,
    errors.ContentMismatch,
    NullBytes,
    UnableToRender,
    ChannelWildcardNotAllowed,
    TopicWildcardNotAllowed,
    MayNotMentionGroup,
  ],
  prepare: (ctx, { input }) => prepareTexts(ctx, { ...input, ...unmoved }),
  async handler(ctx, { params, input }, texts) {
    await updateMessage(ctx, params.message_id, { ...input, ...unmoved }, texts);
    return { detached_uploads: [] };
  },
});
