import type { Module } from "@parlance/kernel/http/module.ts";
import { updateFlagsInNarrow } from "./api/update-flags-in-narrow.ts";

/** An endpoint that changes a flag on all messages that match a narrow. */
export const flagsInNarrowModule: Module = {
  name: "flags-in-narrow",
  section: "read-state",
  floor: "message-actions",
  endpoints: [updateFlagsInNarrow],
};
