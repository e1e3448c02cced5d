import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

/** Read receipts: the users who have read a message. */
export const readReceiptsModule: Module = {
  name: "read-receipts",
  floor: "message-actions",
  endpoints: [list],
};
