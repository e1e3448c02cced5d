import { channelFoldersNoun } from "@parlance/contract/nouns/channel-folders.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { channelFolders, foldersIn } from "./folders-snapshot.ts";

const folders = defineSlice(channelFoldersNoun, "channel_folders", async (_db, { snapshot }) => ({
  channel_folders: foldersIn(snapshot),
}));

/** Folders for an organization's channels. */
export const channelFoldersModule: Module = {
  name: "channel-folders",
  section: "channels",
  floor: "channels",
  tables: ["channel_folder"],
  endpoints: [list, order],
  slices: [folders],
  snapshotSections: [channelFolders],
};
