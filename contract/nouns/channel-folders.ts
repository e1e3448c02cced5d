import { z } from "zod";
import { UnixSeconds } from "../entities/scalars.ts";
import { updateField, mergeChanges } from "../state/set-fields.ts";
import { upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

export const ChannelFolder = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string().describe("Markdown source."),
  rendered_description: z.string().describe("Description as HTML."),
  order: z.int().describe("Position in the list, from 0."),
  is_archived: z.boolean(),
  creator_id: z.int().nullable(),
  date_created: UnixSeconds.nullable(),
});
export type ChannelFolder = z.infer<typeof ChannelFolder>;

export const AddChannelFolderEvent = z.strictObject({
  id: EventId,
  type: z.literal("channel_folder"),
  op: z.literal("add"),
  channel_folder: ChannelFolder,
});

export const UpdateChannelFolderEvent = z.strictObject({
  id: EventId,
  type: z.literal("channel_folder"),
  op: z.literal("update"),
  channel_folder_id: z.int(),
  data: ChannelFolder.pick({
    name: true,
    description: true,
    rendered_description: true,
    is_archived: true,
  })
    .partial()
    .describe("Fields that changed."),
});

export const ReorderChannelFoldersEvent = z.strictObject({
  id: EventId,
  type: z.literal("channel_folder"),
  op: z.literal("reorder"),
  order: z.array(z.int()).describe("Ids of all folders, in their new order."),
});

export const ChannelFolderEvent = z.discriminatedUnion("op", [
  AddChannelFolderEvent,
  UpdateChannelFolderEvent,
  ReorderChannelFoldersEvent,
]);

export const channelFoldersNoun = noun({
  events: [ChannelFolderEvent],
  snapshot: { channel_folders: { channel_folders: z.array(ChannelFolder).describe("Sorted by `order`.") } },
  reducers: {
    channel_folder: (state, event) =>
      updateField(state, "channel_folders", (folders) => {
        switch (event.op) {
          case "add":
            return upsert(folders, event.channel_folder, ({ id }) => id).sort(byOrder);
          case "update":
            return folders.map((folder) =>
              folder.id === event.channel_folder_id ? mergeChanges(folder, event.data) : folder,
            );
          case "reorder":
            return folders.map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) })).sort(byOrder);
        }
      }),
  },
});

const byOrder = (a: ChannelFolder, b: ChannelFolder) => a.order - b.order;
