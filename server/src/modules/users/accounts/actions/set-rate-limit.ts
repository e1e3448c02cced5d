import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";

/**
 * Sets the rate limits of an account, in the format that `parseRateRules` reads; null: the limits of all other
 * accounts.
 */
export async function setRateLimit(tx: Tx, userId: number, rules: string | null): Promise<void> {
  await storeAccount(tx, userId, { rate_limits: rules });
}
