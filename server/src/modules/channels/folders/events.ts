import type { ChannelFolder, UpdateChannelFolderEvent } from "@parlance/contract/nouns/channel-folders.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { z } from "zod";

export const folderAdded = (channel_folder: ChannelFolder): EventBody => ({
  type: "channel_folder",
  op: "add",
  channel_folder,
});

export const folderChanged = (
  channel_folder_id: number,
  data: z.infer<typeof UpdateChannelFolderEvent>["data"],
): EventBody => ({ type: "channel_folder", op: "update", channel_folder_id, data });

export const foldersReordered = (order: readonly number[]): EventBody => ({
  type: "channel_folder",
  op: "reorder",
  order: [...order],
});
