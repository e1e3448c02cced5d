import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { jsonList, JsonPart } from "#kernel/http/json-answer.ts";
import { bool, int, text } from "#kernel/http/params.ts";
import { BadEventQueueId, EventNotInQueue, EventsPruned, MissingLastEventId } from "../errors.ts";
import type { Queues } from "../queues.ts";

export const fetchEvents = (queues: Queues): Endpoint =>
  endpoint.read({
    route: "GET /events",
    summary: "Fetch the next events of a queue",
    description:
      "Answers at once when there are events after `last_event_id`, and otherwise as soon as there is one. Events " +
      "are kept until a later call acknowledges them with its `last_event_id`, so a lost answer can be fetched again.",
    access: "user",
    hasEffects: true,
    cost: 0.01,
    // Asking again and again is what waiting is there to replace.
    surcharge: ({ dont_block }) => (dont_block ? 0.09 : 0),
    input: z.object({
      queue_id: text({ allowUnstorable: true }),
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
        request: ctx.request,
      });
      // Serialised once for all who receive them.
      return {
        events: new JsonPart<Event[]>(jsonList(found.flatMap(({ events }) => events))),
        queue_id: input.queue_id,
      };
    },
  });
