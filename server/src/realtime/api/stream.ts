import { z } from "zod";
import { Event } from "@parlance/contract/events/index.ts";
import type { RequestInfo } from "#kernel/http/context.ts";
import { endpoint, type Endpoint } from "#kernel/http/endpoint.ts";
import { int, text } from "#kernel/http/params.ts";
import { BadEventQueueId, BadLastEventId, EventNotInQueue, EventsPruned, MissingLastEventId } from "../errors.ts";
import type { Queues } from "../queues.ts";

export const streamEvents = (queues: Queues): Endpoint =>
  endpoint.telling({
    route: "GET /events/stream",
    summary: "Receive the events of a queue as they come",
    description:
      "Server-sent events: `data` is one event as JSON, and `id` its id, which the header `Last-Event-ID` acknowledges when " +
      "the client comes again; it wins over `last_event_id`. Comments show that the connection lives. Of two that read one " +
      "queue, by this or by polling, the later one takes over, and the other ends; so does a stream after an hour at most, and when " +
      "the session or key expires that it came with. " +
      "Compressed for clients that accept gzip.",
    access: "user",
    cost: 0.1,
    input: z.object({
      queue_id: text({ allowUnstorable: true }),
      last_event_id: int({ min: -1 }).optional().describe("The greatest id received so far"),
    }),
    response: z.object({ id: z.int(), data: Event }),
    errors: [BadEventQueueId, EventsPruned, EventNotInQueue, MissingLastEventId, BadLastEventId],
    async handler({ actor, request }, { input }) {
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
