import type { Tx } from "#kernel/db/types.ts";

/** Gives an account rules of its own for how much it may ask for, as `parseRateRules` reads them; null: those of all others. */
export async function setRateLimit(tx: Tx, userId: number, rules: string | null): Promise<void> {
  await tx.updateTable("account").set({ rate_limits: rules }).where("id", "=", userId).execute();
}
