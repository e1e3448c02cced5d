import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import { endpoint, RawBody, type Endpoint } from "#kernel/http/endpoint.ts";
import { bool, int, text } from "#kernel/http/params.ts";
import { BadEventQueueId, EventNotInQueue, EventsPruned, MissingLastEventId } from "../errors.ts";
import { MAX_QUEUE_ID, type Queues } from "../queues.ts";

export const fetchEvents = (queues: Queues): Endpoint =>
  endpoint.read({
    route: "GET /events",
    summary: "Fetch the next events of a queue",
    description:
      "Answers at once when there are events after `last_event_id`, and otherwise as soon as there is one. Events " +
      "are kept until a later call acknowledges them with its `last_event_id`, so a lost answer can be fetched again.",
    access: "user",
    input: z.object({
      queue_id: text({ max: MAX_QUEUE_ID }),
      last_event_id: int({ min: -1 }).optional().describe("The greatest id received so far"),
      dont_block: bool().default(false).describe("Answer at once, even with nothing"),
    }),
    response: z.object({ events: z.array(Event), queue_id: z.string() }),
    errors: [BadEventQueueId, EventsPruned, EventNotInQueue, MissingLastEventId],
    async handler(ctx, { input }) {
      if (input.last_event_id === undefined) throw new MissingLastEventId();
      const found = await queues.poll(ctx.actor, {
        queueId: input.queue_id,
        lastEventId: input.last_event_id,
        dontBlock: input.dont_block,
        onGone: (act) => ctx.request.onGone(act),
      });
      const events = found.map(({ json }) => json).join(",");
      const queueId = JSON.stringify(input.queue_id);
      return new RawBody([`{"result":"success","msg":"","events":[${events}],"queue_id":${queueId}}\n`]);
    },
  });
