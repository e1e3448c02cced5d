import { z } from "zod";
import { Channel } from "../entities/channel.ts";
import { UnnamedGroup } from "../entities/group-setting.ts";
import { EventId, noun } from "./noun.ts";

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

export const channelsNoun = noun({
  events: [ChannelEvent],
  snapshot: { stream: { streams: z.array(Channel).describe("All that the user knows of, by name") } },
});
