import type { Module } from "@parlance/kernel/http/module.ts";

/** Parameters that identify something. */
export const parametersModule: Module = { name: "parameters", floor: "foundation", endpoints: [] };
