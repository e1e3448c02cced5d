import type { Tx } from "@parlance/kernel/db/types.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";

/**
 * Stores the network from which a user has logged in. For logins from known networks, wrong passwords that strangers
 * try from other networks do not count.
 */
export async function storeLoginNetwork(
  tx: Tx,
  { userId, ip, now }: { readonly userId: number; readonly ip: string; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto("login_network")
    .values({ user_id: userId, network: clientNetwork(ip), last_at: now })
    .onConflict((conflict) => conflict.columns(["user_id", "network"]).doUpdateSet({ last_at: now }))
    .execute();
}
