import type { Module } from "#kernel/http/module.ts";
import { updateFlags } from "./api/update-flags.ts";
import { flagsPresenter } from "./events.ts";
import { slices } from "./slices.ts";

export const readStateModule: Module = {
  name: "read-state",
  endpoints: [updateFlags],
  slices,
  presenters: { update_message_flags: flagsPresenter },
};
