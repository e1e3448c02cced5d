import type { Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";

export const auditLogModule: Module = { name: "audit-log", floor: "records", tables: ["audit_log"], endpoints: [list] };
