import type { Module } from "@parlance/kernel/http/module.ts";

/** URL templates, which linkifiers and playgrounds are made of. */
export const urlTemplatesModule: Module = { name: "url-templates", floor: "foundation", endpoints: [] };
