import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Adds to a message what is given, and tells nobody. */
export async function insertSubmessage(tx: Tx, submessage: Omit<Submessage, "id">): Promise<Submessage> {
  const { id } = await tx.insertInto("submessage").values(submessage).returning("id").executeTakeFirstOrThrow();
  return { id, ...submessage };
}
