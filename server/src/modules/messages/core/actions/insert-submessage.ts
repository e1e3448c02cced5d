import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Inserts a submessage without emitting events. */
export async function insertSubmessage(tx: Tx, submessage: Omit<Submessage, "id">): Promise<Submessage> {
  const { id } = await tx.insertInto("submessage").values(submessage).returning("id").executeTakeFirstOrThrow();
  return { id, ...submessage };
}
