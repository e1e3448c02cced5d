import type { Tx } from "@parlance/kernel/db/types.ts";
import { hashBrowserToken, type LoginStepKey, hashLoginStepKey } from "../login-steps.ts";

/**
 * Deletes a login step and returns its data, so that the step cannot be used twice. Null if the step does not exist,
 * has expired, or belongs to another browser; in the last case it is not deleted.
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
