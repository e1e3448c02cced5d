import type { Tx } from "@parlance/kernel/db/types.ts";

/** Calls an outgoing webhook nowhere until it gets another address, and tells nobody. Other bots stay as they are. */
export async function clearWebhookUrl(tx: Tx, botId: number): Promise<void> {
  await tx
    .updateTable("bot")
    .set({ payload_url: "" })
    .where("user_id", "=", botId)
    .where("payload_url", "is not", null)
    .execute();
}
