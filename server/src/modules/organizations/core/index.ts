import type { Module } from "@parlance/kernel/http/module.ts";

/** Organizations: their addresses, settings and snapshot. */
export const organizationsModule: Module = {
  name: "organizations",
  floor: "foundation",
  tables: ["realm"],
  endpoints: [],
};
