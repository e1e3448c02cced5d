import type { Module } from "@parlance/kernel/http/module.ts";

/** References to emoji: those of Unicode, and custom ones. */
export const emojiModule: Module = { name: "emoji", floor: "foundation", endpoints: [] };
