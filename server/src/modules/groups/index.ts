import type { Module } from "@parlance/kernel/http/module.ts";
import { groupAdministrationModule } from "./administration/index.ts";
import { userGroupsModule } from "./core/index.ts";

/** The modules of this domain. */
export const groupModules: readonly Module[] = [userGroupsModule, groupAdministrationModule];
