import type { Module } from "#kernel/http/module.ts";
import { markAll } from "./api/mark-all-read.ts";
import { markChannel } from "./api/mark-channel-read.ts";
import { markTopic } from "./api/mark-topic-read.ts";
import { updateFlags } from "./api/update-flags.ts";
import { flagsPresenter } from "./events.ts";
import { packUnreadExceptions } from "./jobs.ts";
import { slices } from "./slices.ts";

export const readStateModule: Module = {
  name: "read-state",
  endpoints: [updateFlags, markAll, markChannel, markTopic],
  slices,
  jobs: [packUnreadExceptions],
  presenters: { update_message_flags: flagsPresenter },
};
