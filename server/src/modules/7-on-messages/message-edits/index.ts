import type { Module } from "#kernel/http/module.ts";
import { history } from "./api/history.ts";
import { update } from "./api/update.ts";

/** What messages say, and what they said before. */
export const messageEditsModule: Module = { name: "message-edits", endpoints: [update, history] };
