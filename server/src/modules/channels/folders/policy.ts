import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Reader, Tx } from "@parlance/kernel/db/types.ts";
import { lockRealm } from "#modules/organizations/core/lock-realm.ts";
import { channelNameKey } from "../core/access/channel-access.ts";
import { FolderNameInUse, InvalidFolderId } from "./errors.ts";
import { listFolders } from "./queries.ts";

/**
 * Loads the organization's folders in order, and locks them until the end of the transaction: no other transaction can
 * change a folder or put a channel into one.
 */
export async function lockFolders(tx: Tx, realmId: number): Promise<ChannelFolder[]> {
  await lockRealm(tx, realmId);
  return listFolders(tx, realmId);
}

/** Throws `FolderNameInUse` if one of the folders has the name, ignoring case. Archived folders retain their names. */
export function assertNameAvailable(name: string, others: readonly ChannelFolder[]): void {
  if (others.some((other) => channelNameKey(other.name) === channelNameKey(name))) throw new FolderNameInUse();
}

/**
 * Throws `InvalidFolderId` unless channels can be put into the folder: it belongs to the organization and is not
 * archived. The result stays valid for transactions that have locked the organization.
 */
export async function assertFolderUsable(db: Reader, realmId: number, folderId: number): Promise<void> {
  const folder = await db
    .selectFrom("channel_folder")
    .select("id")
    .where("id", "=", folderId)
    .where("realm_id", "=", realmId)
    .where("is_archived", "=", false)
    .executeTakeFirst();
  if (!folder) throw new InvalidFolderId();
}
