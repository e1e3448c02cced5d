import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Name of the fact that tells how far the demo organization has come. */
export const DEMO_STATE_KEY = "demo";

/** `made`: it is in the database; `announced`: its credentials were written to their file, once and for all. */
export type DemoState = "made" | "announced";

/** Notes how far the demo organization has come. */
export async function setDemoState(tx: Tx, value: DemoState): Promise<void> {
  await storeServerFact(tx, DEMO_STATE_KEY, value, "replaced");
}
