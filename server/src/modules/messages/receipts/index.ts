import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

/** Who has read a message. */
export const readReceiptsModule: Module = {
  name: "read-receipts",
  floor: "message-actions",
  endpoints: [list],
};
