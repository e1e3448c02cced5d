import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Clears the URL of an outgoing webhook, without emitting events. It is not called until it gets another URL. Other
 * bots stay unchanged.
 */
export async function clearWebhookUrl(tx: Tx, botId: number): Promise<void> {
  await tx
    .updateTable("bot")
    .set({ payload_url: "" })
    .where("user_id", "=", botId)
    .where("payload_url", "is not", null)
    .execute();
}
