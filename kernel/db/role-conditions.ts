import { sql, type RawBuilder } from "kysely";
import { roles, type RoleName } from "@parlance/contract/entities/roles.ts";

/** `isAtLeast`, of a role in a query. */
export const isRoleAtLeastInSql = (role: RawBuilder<unknown>, least: RoleName): RawBuilder<boolean> =>
  sql`${role} <= ${roles[least]}`;
