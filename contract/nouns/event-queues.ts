import { z } from "zod";
import { EventId, noun } from "./noun.ts";

/**
 * Sent in response to a long poll if there has been no other event for the queue for some time. Event streams have
 * another kind of heartbeat. Clients acknowledge it in the same way as other events.
 */
export const HeartbeatEvent = z.strictObject({ id: EventId, type: z.literal("heartbeat") });

export const eventQueuesNoun = noun({
  events: [HeartbeatEvent],
  always: {
    queue_id: z.string().nullable().describe("Null for clients without an account, which receive no events."),
    last_event_id: z.int().describe("Value of `last_event_id` for the first request for events."),
  },
});
