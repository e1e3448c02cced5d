import type { Module } from "#kernel/http/module.ts";

export const readStateModule: Module = { name: "read-state", endpoints: [] };
