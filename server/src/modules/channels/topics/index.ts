import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

/** Lists the topics of channels with messages that the user can read. */
export const topicsModule: Module = { name: "topics", section: "channels", floor: "channel-use", endpoints: [list] };
