import type { Module } from "@parlance/kernel/http/module.ts";
import { deleteOne } from "./api/delete.ts";
import { deleteTopic } from "./api/delete-topic.ts";
import { deleteExpiredMessagesJob, purgeDeletedMessagesJob } from "./jobs.ts";

/** Deletion of messages by users, and after their retention period. */
export const messageDeletionsModule: Module = {
  name: "message-deletions",
  floor: "message-actions",
  tables: ["deleted_message"],
  endpoints: [deleteOne, deleteTopic],
  jobs: [deleteExpiredMessagesJob, purgeDeletedMessagesJob],
};
