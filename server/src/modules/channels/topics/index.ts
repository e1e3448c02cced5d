import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

/** The topics of channels, by the messages that people find there. */
export const topicsModule: Module = { name: "topics", section: "channels", floor: "channel-use", endpoints: [list] };
