import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/** Nothing happened for a while; it must be acknowledged like any other event. */
export const HeartbeatEvent = z.strictObject({ id: EventId, type: z.literal("heartbeat") });

export const eventQueuesNoun = noun({
  events: [HeartbeatEvent],
  always: {
    queue_id: z.string().nullable().describe("Null for callers without an account, who get no events"),
    last_event_id: z.int().describe("Where to start fetching events"),
  },
});
