import type { Tx } from "#kernel/db/types.ts";
import { browserHash, type StepName, stepHash } from "../login-steps.ts";

/**
 * Takes a step's data: nobody can take it again. Null if there is none, it has expired, or it is another browser's, for which it
 * then stays.
 */
export async function takeStep(
  tx: Tx,
  step: StepName & { readonly browser: string | null; readonly now: Date },
): Promise<unknown> {
  const { browser } = step;
  const row = await tx
    .deleteFrom("login_step")
    .where("token_hash", "=", stepHash(step))
    .where("browser_hash", browser === null ? "is" : "=", browser === null ? null : browserHash(browser))
    .where("expires_at", ">", step.now)
    .returning("data")
    .executeTakeFirst();
  return row?.data ?? null;
}
