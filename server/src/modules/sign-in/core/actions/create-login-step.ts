import type { Tx } from "#kernel/db/types.ts";
import { browserHash, type StepName, stepHash } from "../login-steps.ts";

interface NewStep extends StepName {
  /** What binds it to a browser; null: any may take it. */
  readonly browser: string | null;
  readonly data: object;
  readonly seconds: number;
  readonly now: Date;
}

/**
 * Notes where a login stands.
 * @returns whether it is new; false: this very step was noted before
 */
export async function keepStep(tx: Tx, { browser, data, seconds, now, ...name }: NewStep): Promise<boolean> {
  const row = await tx
    .insertInto("login_step")
    .values({
      token_hash: stepHash(name),
      realm_id: name.realmId,
      browser_hash: browser === null ? null : browserHash(browser),
      data: JSON.stringify(data),
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .returning("realm_id")
    .executeTakeFirst();
  return row !== undefined;
}
