import type { Module } from "@parlance/kernel/http/module.ts";
import { updateFlagsInNarrow } from "./api/update-flags-in-narrow.ts";

/** Flags of the messages that a narrow finds. */
export const flagsInNarrowModule: Module = {
  name: "flags-in-narrow",
  section: "read-state",
  floor: "message-actions",
  endpoints: [updateFlagsInNarrow],
};
