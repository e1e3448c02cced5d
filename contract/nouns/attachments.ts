import { z } from "zod";
import { EventId, noun } from "./noun.ts";

const UnixMilliseconds = z.int().describe("UNIX milliseconds, UTC");

/** A file that the user uploaded. */
export const Attachment = z.strictObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string().describe("Its URL without the leading `/user_uploads/`"),
  size: z.int().describe("Bytes"),
  create_time: UnixMilliseconds,
  messages: z.array(z.strictObject({ id: z.int(), date_sent: UnixMilliseconds })).describe("Messages that link to it"),
});
export type Attachment = z.infer<typeof Attachment>;

const uploadSpaceUsed = z.int().describe("Bytes that the organization's files take");

export const AddAttachmentEvent = z.strictObject({
  id: EventId,
  type: z.literal("attachment"),
  op: z.literal("add"),
  attachment: Attachment,
  upload_space_used: uploadSpaceUsed,
});

/** Messages came to link to the file, or stopped to. */
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
