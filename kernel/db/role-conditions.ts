import { sql, type RawBuilder } from "kysely";
import { roles, type RoleName } from "@parlance/contract/entities/roles.ts";

/** Returns an SQL condition that a role is at least `least`, like `isAtLeast` in TypeScript. */
export const isRoleAtLeastInSql = (role: RawBuilder<unknown>, least: RoleName): RawBuilder<boolean> =>
  sql`${role} <= ${roles[least]}`;
