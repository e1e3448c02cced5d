import { channelFoldersNoun } from "@parlance/contract/nouns/channel-folders.ts";
import { defineSlice, type Module } from "@parlance/kernel/http/module.ts";
import { list } from "./api/list.ts";
import { order } from "./api/order.ts";
import { listFolders } from "./queries.ts";

const folders = defineSlice(channelFoldersNoun, "channel_folders", async (db, { realm }) => ({
  channel_folders: await listFolders(db, realm.id),
}));

/** Folders for an organization's channels. */
export const channelFoldersModule: Module = {
  name: "channel-folders",
  section: "channels",
  floor: "channels",
  tables: ["channel_folder"],
  endpoints: [list, order],
  slices: [folders],
};
