import { sql, type RawBuilder } from "kysely";
import { roles, type RoleName } from "@parlance/contract/entities/roles.ts";

/** Returns `isAtLeast` for a role in a query, as SQL. */
export const isRoleAtLeastInSql = (role: RawBuilder<unknown>, least: RoleName): RawBuilder<boolean> =>
  sql`${role} <= ${roles[least]}`;
