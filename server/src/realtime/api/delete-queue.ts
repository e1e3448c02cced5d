import { z } from "zod";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BadEventQueueId } from "../errors.ts";
import type { EventQueues } from "../queues/event-queues.ts";
import { queueId } from "#modules/platform/parameters/identifying-parameters.ts";

export const deleteEventQueue = (queues: EventQueues): Endpoint =>
  endpoint.read({
    route: "DELETE /events",
    summary: "Delete an event queue",
    description: "A long poll that waits on the queue returns immediately.",
    access: "user",
    input: z.object({ queue_id: queueId().describe("Id of the event queue.") }),
    response: z.object({}),
    errors: [BadEventQueueId],
    async handler(ctx, { input }) {
      await queues.delete(ctx.actor, input.queue_id);
      return {};
    },
  });
