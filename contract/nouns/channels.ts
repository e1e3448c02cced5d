import { z } from "zod";
import { Channel } from "../entities/channel.ts";
import { UnnamedGroup } from "../entities/group-setting.ts";
import { EventId, noun } from "./noun.ts";

/**
 * The user can now see these channels, because they were created or became visible. Subscribers that are sent in
 * subsequent `peer_add` events are not included in `subscriber_count` yet, because clients that do not track
 * subscribers add their number to it.
 */
export const CreateChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("create"),
  streams: z.array(Channel),
});

/** A property of a channel has changed. The optional fields are present if they depend on this property. */
export const UpdateChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("update"),
  stream_id: z.int(),
  name: z.string().describe("Name of the channel; the old name if the name changed."),
  property: z.string().describe("Name of the field that changed."),
  value: z.union([UnnamedGroup, z.int(), z.boolean(), z.string(), z.null()]),
  rendered_description: z.string().optional().describe("Present if `property` is `description`."),
  history_public_to_subscribers: z.boolean().optional().describe("Present if `property` is `invite_only`."),
  is_web_public: z.boolean().optional().describe("Present if `property` is `invite_only`."),
});

/** The user can no longer see these channels. */
export const DeleteChannelEvent = z.strictObject({
  id: EventId,
  type: z.literal("stream"),
  op: z.literal("delete"),
  stream_ids: z.array(z.int()),
  streams: z.array(z.strictObject({ stream_id: z.int() })).meta({ deprecated: true }),
});

export const ChannelEvent = z.discriminatedUnion("op", [CreateChannelEvent, UpdateChannelEvent, DeleteChannelEvent]);

export const channelsNoun = noun({
  events: [ChannelEvent],
  snapshot: { stream: { streams: z.array(Channel).describe("Every channel that the user can see, sorted by name.") } },
});
