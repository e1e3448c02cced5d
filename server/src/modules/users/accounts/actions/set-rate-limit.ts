import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";

/** Gives an account rules of its own for how much it may ask for, as `parseRateRules` reads them; null: those of all others. */
export async function setRateLimit(tx: Tx, userId: number, rules: string | null): Promise<void> {
  await storeAccount(tx, userId, { rate_limits: rules });
}
