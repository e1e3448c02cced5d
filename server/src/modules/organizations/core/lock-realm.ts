import type { Row, Tx } from "#kernel/db/types.ts";

/**
 * Makes changes of an organization take turns: of its settings, and of its few things that are known by name. Rows that
 * refer to the organization are not hindered.
 */
export const lockRealm = (tx: Tx, realmId: number): Promise<Row<"realm">> =>
  tx.selectFrom("realm").selectAll().where("id", "=", realmId).forNoKeyUpdate().executeTakeFirstOrThrow();
