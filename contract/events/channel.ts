import { z } from "zod";
import { Channel, ChannelFolder, DefaultChannelGroup } from "../entities/channel.ts";
import { UnnamedGroup } from "../entities/group-setting.ts";
import { EventId } from "./event-id.ts";

/**
 * Channels that the user now knows of: new, or newly visible. Their subscribers follow in `peer_add` events;
 * `subscriber_count` leaves those out for clients that keep no lists of subscribers.
 */
export const CreateChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("create"),
  streams: z.array(Channel),
});

/** One property of a channel changed; the optional fields come with the properties that they follow from. */
export const UpdateChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("update"),
  stream_id: z.int(),
  name: z.string().describe("Name of the channel, before the change where the name is what changed"),
  property: z.string().describe("Name of a field of the channel"),
  value: z.union([UnnamedGroup, z.int(), z.boolean(), z.string(), z.null()]),
  rendered_description: z.string().optional().describe("With `description`"),
  history_public_to_subscribers: z.boolean().optional().describe("With `invite_only`"),
  is_web_public: z.boolean().optional().describe("With `invite_only`"),
});

/** Channels that the user no longer knows of. */
export const DeleteChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("delete"),
  stream_ids: z.array(z.int()),
  streams: z.array(z.strictObject({ stream_id: z.int() })).meta({ deprecated: true }),
});

export const ChannelEvent = z.discriminatedUnion("op", [CreateChannelEvent, UpdateChannelEvent, DeleteChannelEvent]);

export const DefaultChannelsEvent = z.strictObject({
  id: EventId,
  type: z.literal("default_streams"),
  default_streams: z.array(z.int()).describe("Ids of all default channels"),
});

export const DefaultChannelGroupsEvent = z.strictObject({
  id: EventId,
  type: z.literal("default_stream_groups"),
  default_stream_groups: z.array(DefaultChannelGroup).describe("All of them"),
});

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
    .describe("What changed"),
});

export const ReorderChannelFoldersEvent = z.strictObject({
  id: EventId,
  type: z.literal("channel_folder"),
  op: z.literal("reorder"),
  order: z.array(z.int()).describe("Ids of all folders in their new order"),
});

export const ChannelFolderEvent = z.discriminatedUnion("op", [
  AddChannelFolderEvent,
  UpdateChannelFolderEvent,
  ReorderChannelFoldersEvent,
]);
