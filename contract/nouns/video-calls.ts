import { z } from "zod";
import { setFieldByName } from "../state/set-fields.ts";
import { EventId, noun } from "./noun.ts";

export const VideoCallTokenEvent = z.strictObject({
  id: EventId,
  type: z.literal("has_zoom_token"),
  value: z.boolean(),
});

export const videoCallsNoun = noun({
  events: [VideoCallTokenEvent],
  snapshot: { video_calls: { has_zoom_token: z.boolean() } },
  reducers: { has_zoom_token: (state, { value }) => setFieldByName(state, "has_zoom_token", value) },
});
