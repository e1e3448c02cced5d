import type { Module } from "@parlance/kernel/http/module.ts";

/** Moving messages to another topic or channel. The endpoint is that of edits. */
export const messageMovesModule: Module = {
  name: "message-moves",
  floor: "message-actions",
  tables: ["message_former_place"],
  endpoints: [],
};
