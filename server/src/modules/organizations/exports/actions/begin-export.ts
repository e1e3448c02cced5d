import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";

/** Notes that an export is being made, and returns how often that has begun. */
export async function beginExport(tx: Tx, id: number): Promise<number> {
  const { tries } = await tx
    .updateTable("realm_export")
    .set({ tries: sql<number>`tries + 1` })
    .where("id", "=", id)
    .returning("tries")
    .executeTakeFirstOrThrow();
  return tries;
}
