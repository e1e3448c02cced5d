import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

/** The list of a channel's topics, as far as the user can read their messages. */
export const topicsModule: Module = { name: "topics", section: "channels", floor: "channel-use", endpoints: [list] };
