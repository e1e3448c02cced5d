import type { Tx } from "#kernel/db/types.ts";

/** Name of the fact that tells how far the demo organization has come. */
export const DEMO = "demo";

/** `made`: it is in the database; `announced`: its credentials were written to their file, once and for all. */
export type DemoState = "made" | "announced";

/** Notes how far the demo organization has come. */
export async function markDemo(tx: Tx, value: DemoState): Promise<void> {
  await tx
    .insertInto("server_fact")
    .values({ key: DEMO, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}
