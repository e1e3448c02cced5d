import type { Row, Tx } from "@parlance/kernel/db/types.ts";

type Column =
  | "default_sending_channel_id"
  | "default_events_register_channel_id"
  | "default_all_public_streams"
  | "payload_url"
  | "interface_type";

/** Inserts or updates a bot's row, without emitting events. */
export async function storeBot(
  tx: Tx,
  botId: number,
  values: { readonly [Name in Column]?: Row<"bot">[Name] },
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  await tx
    .insertInto("bot")
    .values({ user_id: botId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
}
