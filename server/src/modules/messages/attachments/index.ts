import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { deleteFilesJob, purgeUnclaimedFiles, deleteOrphanedAttachments } from "./jobs.ts";

/** Metadata of uploaded files, and the links from messages to them. */
export const attachmentsModule = ({ files }: { readonly files: FileStore }): Module => ({
  name: "attachments",
  floor: "channel-use",
  tables: ["attachment", "attachment_message", "attachment_picture", "upload_space"],
  endpoints: [],
  jobs: [deleteFilesJob(files), purgeUnclaimedFiles, deleteOrphanedAttachments(files)],
});
