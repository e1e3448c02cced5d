import type { Row, Tx } from "#kernel/db/types.ts";

/**
 * Keeps two changes of an organization apart: of its settings, and of what it has few of and knows by name. No hindrance to
 * what refers to the organization.
 */
export const lockRealm = (tx: Tx, realmId: number): Promise<Row<"realm">> =>
  tx.selectFrom("realm").selectAll().where("id", "=", realmId).forNoKeyUpdate().executeTakeFirstOrThrow();
