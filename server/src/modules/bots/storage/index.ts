import type { Module } from "@parlance/kernel/http/module.ts";
import { read } from "./api/read.ts";
import { remove } from "./api/remove.ts";
import { store } from "./api/store.ts";

/** Module for the key-value storage of bots. */
export const botStorageModule: Module = {
  name: "bot-storage",
  section: "bots",
  floor: "profiles",
  tables: ["bot_storage"],
  endpoints: [read, store, remove],
};
