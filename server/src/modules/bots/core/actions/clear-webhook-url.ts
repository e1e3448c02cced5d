import type { Tx } from "@parlance/kernel/db/types.ts";

/**
 * Clears the URL of an outgoing webhook bot, without emitting events. The webhook is not called until its URL is set
 * again. Does nothing for bots of other types.
 */
export async function clearWebhookUrl(tx: Tx, botId: number): Promise<void> {
  await tx
    .updateTable("bot")
    .set({ payload_url: "" })
    .where("user_id", "=", botId)
    .where("payload_url", "is not", null)
    .execute();
}
