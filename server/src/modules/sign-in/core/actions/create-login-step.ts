import type { Tx } from "@parlance/kernel/db/types.ts";
import { hashBrowserToken, type LoginStepKey, hashLoginStepKey } from "../login-steps.ts";

interface NewLoginStep extends LoginStepKey {
  /** Token of the browser to which the step belongs; null if any client may consume the step. */
  readonly browser: string | null;
  readonly data: object;
  readonly seconds: number;
  readonly now: Date;
}

/**
 * Stores a step of a login.
 * @returns true if the step is new, false if the same step was already stored
 */
export async function createLoginStep(
  tx: Tx,
  { browser, data, seconds, now, ...name }: NewLoginStep,
): Promise<boolean> {
  const row = await tx
    .insertInto("login_step")
    .values({
      token_hash: hashLoginStepKey(name),
      realm_id: name.realmId,
      browser_hash: browser === null ? null : hashBrowserToken(browser),
      data: JSON.stringify(data),
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .returning("realm_id")
    .executeTakeFirst();
  return row !== undefined;
}
