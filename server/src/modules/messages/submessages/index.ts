import type { Module } from "@parlance/kernel/http/module.ts";
import { add } from "./api/add.ts";

/** Submessages, which make up the polls and to-do lists in messages. */
export const submessagesModule: Module = { name: "submessages", floor: "message-actions", endpoints: [add] };
