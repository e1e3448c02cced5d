import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/** No event occurred for a while. Clients acknowledge it like any other event. */
export const HeartbeatEvent = z.strictObject({ id: EventId, type: z.literal("heartbeat") });

export const eventQueuesNoun = noun({
  events: [HeartbeatEvent],
  always: {
    queue_id: z.string().nullable().describe("Null for clients without an account, which receive no events."),
    last_event_id: z.int().describe("Value of `last_event_id` for the first request for events."),
  },
});
