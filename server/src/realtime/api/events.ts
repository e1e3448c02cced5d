import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import { thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { DeferredResult } from "@parlance/kernel/http/deferred-result.ts";
import { bool } from "@parlance/kernel/http/params.ts";
import type { Delivery } from "../delivery/delivery-batch.ts";
import { MIN_COMPRESSED_POLL_BYTES, PollJson } from "../delivery/poll-json.ts";
import { BadEventQueueId, EventNotInQueue, EventsPruned, MissingLastEventId } from "../errors.ts";
import type { EventQueues } from "../queues/event-queues.ts";
import { queueId, eventId } from "#modules/platform/parameters/identifying-parameters.ts";

export function fetchEvents(queues: EventQueues): Endpoint {
  const polls = new PollJson();
  return endpoint.read({
    route: "GET /events",
    summary: "Get events from a queue",
    description:
      "Returns immediately if there are events after `last_event_id`; otherwise waits for the next one. Events " +
      "stay in the queue until a later request acknowledges them with its `last_event_id`, so a lost response can " +
      "be fetched again.",
    access: "user",
    hasEffects: true,
    // The queue is closed together with the credential, and its waiting poll then ends.
    endsDeferredWithAccess: true,
    cost: 0.01,
    // A poll that returns immediately costs more of the rate limit: long polls exist to avoid such repeated requests.
    surcharge: ({ dont_block }) => (dont_block ? 0.09 : 0),
    input: z.object({
      queue_id: queueId().describe("Id of the event queue."),
      last_event_id: eventId().optional().describe("Highest event id received so far."),
      dont_block: bool().default(false).describe("Whether to return immediately even without events."),
    }),
    secrets: ["events"],
    minCompressedBytes: MIN_COMPRESSED_POLL_BYTES,
    response: z.object({ events: z.array(Event), queue_id: z.string() }),
    errors: [BadEventQueueId, EventsPruned, EventNotInQueue, MissingLastEventId],
    handler({ actor, request }, { input }) {
      if (input.last_event_id === undefined) throw new MissingLastEventId();
      const { queue_id, last_event_id: lastEventId, dont_block: dontBlock } = input;
      const respond = (deliveries: readonly Delivery[]) => ({
        events: polls.of(deliveries, request.isFromStockClient),
        queue_id,
      });
      const polling = queues.poll(actor, { queueId: queue_id, lastEventId, dontBlock, request });
      return thenMaybe(polling, (found) => (found instanceof DeferredResult ? found.map(respond) : respond(found)));
    },
  });
}
