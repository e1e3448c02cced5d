import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";

export const attachmentAdded = (attachment: Attachment, used: number): EventBody => ({
  type: "attachment",
  op: "add",
  attachment,
  upload_space_used: used,
});

export const attachmentUpdated = (attachment: Attachment, used: number): EventBody => ({
  type: "attachment",
  op: "update",
  attachment,
  upload_space_used: used,
});

export const attachmentRemoved = (id: number, used: number): EventBody => ({
  type: "attachment",
  op: "remove",
  attachment: { id },
  upload_space_used: used,
});
