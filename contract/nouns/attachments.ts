import { z } from "zod";
import { EventId, noun } from "./noun.ts";

const UnixMilliseconds = z.int().describe("UNIX timestamp in milliseconds, UTC.");

/** A file that the user uploaded. */
export const Attachment = z.strictObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string().describe("URL of the file without the leading `/user_uploads/`."),
  size: z.int().describe("Size in bytes."),
  create_time: UnixMilliseconds,
  messages: z
    .array(z.strictObject({ id: z.int(), date_sent: UnixMilliseconds }))
    .describe("Messages that link to the file."),
});
export type Attachment = z.infer<typeof Attachment>;

const uploadSpaceUsed = z.int().describe("Space used by all files of the organization, in bytes.");

export const AddAttachmentEvent = z.strictObject({
  id: EventId,
  type: z.literal("attachment"),
  op: z.literal("add"),
  attachment: Attachment,
  upload_space_used: uploadSpaceUsed,
});

/** The list of messages that link to a file has changed. */
export const UpdateAttachmentEvent = z.strictObject({
  id: EventId,
  type: z.literal("attachment"),
  op: z.literal("update"),
  attachment: Attachment,
  upload_space_used: uploadSpaceUsed,
});

export const RemoveAttachmentEvent = z.strictObject({
  id: EventId,
  type: z.literal("attachment"),
  op: z.literal("remove"),
  attachment: z.strictObject({ id: z.int() }),
  upload_space_used: uploadSpaceUsed,
});

export const AttachmentEvent = z.discriminatedUnion("op", [
  AddAttachmentEvent,
  UpdateAttachmentEvent,
  RemoveAttachmentEvent,
]);

export const attachmentsNoun = noun({ events: [AttachmentEvent] });
