import type { Tx } from "#kernel/db/types.ts";

/** Keeps a piece of an export's file. */
export async function storePart(tx: Tx, exportId: number, nth: number, bytes: Buffer): Promise<void> {
  await tx.insertInto("realm_export_part").values({ export_id: exportId, nth, bytes }).execute();
}

/** Throws away what there is of an export's file. */
export async function dropParts(tx: Tx, exportId: number): Promise<void> {
  await tx.deleteFrom("realm_export_part").where("export_id", "=", exportId).execute();
}
