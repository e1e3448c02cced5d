import type { Module } from "@parlance/kernel/http/module.ts";

/** Conversations: topics, and direct messages between the same users. */
export const conversationsModule: Module = {
  name: "conversations",
  floor: "foundation",
  tables: ["direct_member", "recipient"],
  endpoints: [],
};
