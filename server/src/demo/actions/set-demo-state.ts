import { storeServerFact } from "@parlance/kernel/db/server-facts.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

/** Key under which the progress of creating the demo organization is stored in `server_fact`. */
export const DEMO_STATE_KEY = "demo";

/**
 * `made`: the organization is in the database. `announced`: its credentials file was also written, which happens only
 * once.
 */
export type DemoState = "made" | "announced";

/** Stores the progress of creating the demo organization. */
export async function setDemoState(tx: Tx, value: DemoState): Promise<void> {
  await storeServerFact(tx, DEMO_STATE_KEY, value, "replaced");
}
