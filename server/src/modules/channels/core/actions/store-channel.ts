import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { channelNameKey } from "../access/channel-access.ts";
import { recordChannelChanges } from "../snapshot/channels-snapshot.ts";

type Column =
  | "name"
  | "description"
  | "rendered_description"
  | "invite_only"
  | "is_web_public"
  | "history_public_to_subscribers"
  | "is_default"
  | "is_archived"
  | "message_retention_days"
  | "folder_id"
  | "topics_policy";

/** New values of a channel's columns. Columns that are omitted stay unchanged. */
export type ChannelChanges = Partial<Pick<Row<"channel">, Column>>;

/** Stores changes of a channel. Emits no events for clients. */
export async function storeChannel(tx: Tx, id: number, changes: ChannelChanges): Promise<void> {
  const { name } = changes;
  if (Object.keys(changes).length === 0) return;
  const { realm_id: realmId } = await tx
    .updateTable("channel")
    .set({ ...changes, ...(name === undefined ? {} : { name_key: channelNameKey(name) }) })
    .where("id", "=", id)
    .returning("realm_id")
    .executeTakeFirstOrThrow();
  recordChannelChanges(tx, realmId, [id]);
}
