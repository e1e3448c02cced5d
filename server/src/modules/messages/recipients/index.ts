import type { Module } from "@parlance/kernel/http/module.ts";

/** The users and channels that a message is sent to. */
export const recipientsModule: Module = { name: "recipients", floor: "message-preparation", endpoints: [] };
