import type { Module } from "@parlance/kernel/http/module.ts";

/** URL templates, which linkifiers and playgrounds contain. */
export const urlTemplatesModule: Module = { name: "url-templates", floor: "foundation", endpoints: [] };
