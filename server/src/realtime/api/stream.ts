import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import type { RequestInfo } from "@parlance/kernel/http/context.ts";
import { endpoint, type Endpoint } from "@parlance/kernel/http/endpoint.ts";
import { BadEventQueueId, BadLastEventId, EventNotInQueue, EventsPruned, MissingLastEventId } from "../errors.ts";
import type { EventQueues } from "../queues/event-queues.ts";
import { queueId, eventId } from "#modules/platform/parameters/identifying-parameters.ts";

export const streamEvents = (queues: EventQueues): Endpoint =>
  endpoint.read({
    route: "GET /events/stream",
    summary: "Stream events from a queue",
    description:
      "Sends server-sent events: `data` is one event as JSON, and `id` is its id. A client that reconnects " +
      "acknowledges events with the header `Last-Event-ID`, which takes precedence over `last_event_id`. Comments " +
      "keep the connection alive. If a second stream or long poll reads the same queue, the earlier one ends. A " +
      "stream also ends after at most an hour, and when its session or API key expires. The stream is compressed " +
      "for clients that accept gzip.",
    access: "user",
    cost: 0.1,
    input: z.object({
      queue_id: queueId().describe("Id of the event queue."),
      last_event_id: eventId().optional().describe("Highest event id received so far."),
    }),
    response: z.object({ id: z.int(), data: Event }),
    errors: [BadEventQueueId, EventsPruned, EventNotInQueue, MissingLastEventId, BadLastEventId],
    async eventStreamHandler({ actor, request }, { input }) {
      const lastEventId = lastEventIdOf(request) ?? input.last_event_id;
      if (lastEventId === undefined) throw new MissingLastEventId();
      return queues.stream(actor, { queueId: input.queue_id, lastEventId, request });
    },
  });

function lastEventIdOf(request: RequestInfo): number | undefined {
  const sent = request.header("last-event-id");
  if (sent === undefined) return undefined;
  const id = /^(-1|\d{1,16})$/.test(sent) ? Number(sent) : NaN;
  if (!Number.isSafeInteger(id)) throw new BadLastEventId();
  return id;
}
