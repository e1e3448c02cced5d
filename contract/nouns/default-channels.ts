import { z } from "zod";
import { updateField } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

/** Several channels that can be offered to new users as one choice. */
export const DefaultChannelGroup = z.strictObject({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  streams: z.array(z.int()).describe("Channel ids."),
});
export type DefaultChannelGroup = z.infer<typeof DefaultChannelGroup>;

export const DefaultChannelsEvent = z.strictObject({
  id: EventId,
  type: z.literal("default_streams"),
  default_streams: z.array(z.int()).describe("Ids of all default channels."),
});

export const DefaultChannelGroupsEvent = z.strictObject({
  id: EventId,
  type: z.literal("default_stream_groups"),
  default_stream_groups: z.array(DefaultChannelGroup).describe("All groups of default channels."),
});

/** The channels to which new users are subscribed automatically. */
export const defaultChannelsNoun = noun({
  events: [DefaultChannelsEvent, DefaultChannelGroupsEvent],
  snapshot: {
    default_streams: { realm_default_streams: z.array(z.int()).describe("Channel ids.") },
    default_stream_groups: { realm_default_stream_groups: z.array(DefaultChannelGroup) },
  },
  reducers: {
    default_streams: (state, event) => updateField(state, "realm_default_streams", () => event.default_streams),
    default_stream_groups: (state, event) =>
      updateField(state, "realm_default_stream_groups", () => event.default_stream_groups),
  },
});
