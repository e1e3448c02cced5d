import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { createRowMapSection } from "@parlance/kernel/organization-snapshot/row-map-section.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import { listFolders } from "./queries.ts";

/** Section of the organization snapshot with the folders of channels, including archived folders. */
export const channelFolders = createRowMapSection<ChannelFolder>({
  name: "channel_folders",
  tables: ["channel_folder"],
  rows: (db, realmId, keys) => listFolders(db, realmId, keys === "all" ? undefined : keys.map(Number)),
  keyOf: ({ id }) => id,
  bytesPerRow: 500,
});

/** Returns the organization's folders in their order, including archived folders. */
export const foldersIn = (snapshot: OrganizationSnapshot): ChannelFolder[] =>
  [...snapshot.get(channelFolders).values()].sort((a, b) => a.order - b.order);

/** Records that these folders have changed, so that snapshots are updated. */
export const recordFolderChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, channelFolders, ids);
