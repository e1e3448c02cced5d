import type { Module } from "#kernel/http/module.ts";
import { list } from "./api/list.ts";

/** Who has read what was written. */
export const readReceiptsModule: Module = {
  name: "read-receipts",
  endpoints: [list],
};
