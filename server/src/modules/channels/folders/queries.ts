import { sql } from "kysely";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Lists the organization's folders in their order, including archived folders. With `ids`, only these folders. */
export const listFolders = (db: Reader, realmId: number, ids?: readonly number[]): Promise<ChannelFolder[]> =>
  db
    .selectFrom("channel_folder")
    .select(["id", "name", "description", "rendered_description", "position as order", "is_archived", "creator_id"])
    .select(sql<number>`floor(extract(epoch from created_at))::int8`.as("date_created"))
    .where("realm_id", "=", realmId)
    .$if(ids !== undefined, (query) => query.where("id", "=", sql<number>`any(${ids}::int[])`))
    .orderBy("position")
    .execute();

/** True if the folder contains a channel, which may be archived. */
export async function hasChannels(db: Reader, folderId: number): Promise<boolean> {
  const channel = await db.selectFrom("channel").select("id").where("folder_id", "=", folderId).limit(1).execute();
  return channel.length > 0;
}
