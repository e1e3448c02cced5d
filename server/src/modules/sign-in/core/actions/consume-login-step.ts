import type { Tx } from "@parlance/kernel/db/types.ts";
import { hashBrowserToken, type LoginStepKey, hashLoginStepKey } from "../login-steps.ts";

/**
 * Takes a step's data: nobody can take it again. Null if there is none, it has expired, or it is another browser's, for which it
 * then stays.
 */
export async function consumeLoginStep(
  tx: Tx,
  step: LoginStepKey & { readonly browser: string | null; readonly now: Date },
): Promise<unknown> {
  const { browser } = step;
  const row = await tx
    .deleteFrom("login_step")
    .where("token_hash", "=", hashLoginStepKey(step))
    .where("browser_hash", browser === null ? "is" : "=", browser === null ? null : hashBrowserToken(browser))
    .where("expires_at", ">", step.now)
    .returning("data")
    .executeTakeFirst();
  return row?.data ?? null;
}
