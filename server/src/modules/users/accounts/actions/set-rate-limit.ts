import type { Tx } from "@parlance/kernel/db/types.ts";
import { storeAccount } from "#modules/users/core/actions/store-account.ts";

/**
 * Sets rate limits for a single account, in the format that `parseRateRules` reads. Null restores the limits that apply
 * to all accounts.
 */
export async function setRateLimit(tx: Tx, userId: number, rules: string | null): Promise<void> {
  await storeAccount(tx, userId, { rate_limits: rules });
}
