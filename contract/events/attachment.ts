import { z } from "zod";
import { Attachment } from "../entities/attachment.ts";
import { EventId } from "./event-id.ts";

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
