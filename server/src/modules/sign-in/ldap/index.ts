import type { Module } from "@parlance/kernel/http/module.ts";

/** The LDAP directory, and logging in with it. */
export const ldapModule: Module = { name: "ldap", floor: "sessions", tables: ["directory_link"], endpoints: [] };
