import { z } from "zod";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { BadEventQueueId } from "../errors.ts";
import type { EventQueues } from "../queues/event-queues.ts";

export const deleteEventQueue = (queues: EventQueues): Endpoint =>
  endpoint.read({
    route: "DELETE /events",
    summary: "Delete an event queue",
    description: "A long poll that waits on the queue returns immediately.",
    access: "user",
    input: z.object({ queue_id: text({ allowUnstorable: true }).describe("Id of the event queue.") }),
    response: z.object({}),
    errors: [BadEventQueueId],
    async handler(ctx, { input }) {
      await queues.delete(ctx.actor, input.queue_id);
      return {};
    },
  });
