import { z } from "zod";
import { AccountIsDeactivated } from "#auth/errors.ts";
import { defineError } from "#kernel/errors.ts";

export const BadEventQueueId = defineError({
  code: "BAD_EVENT_QUEUE_ID",
  text: ({ queue_id }) => `Bad event queue ID: ${queue_id}`,
  fields: z.object({ queue_id: z.string() }),
});

/** A queue on which a poll waits is never closed to make room for another. */
export const TooManyEventQueues = defineError({
  code: "TOO_MANY_EVENT_QUEUES",
  text: ({ limit }) => `Too many event queues: polls wait on all ${limit} that an account may have`,
  fields: z.object({ limit: z.int() }),
});

const acknowledged = z.object({ last_event_id: z.int() });

export const EventsPruned = defineError({
  text: ({ last_event_id }) => `An event newer than ${last_event_id} has already been pruned!`,
  fields: acknowledged,
});

export const EventNotInQueue = defineError({
  text: ({ last_event_id }) => `Event ${last_event_id} was not in this queue`,
  fields: acknowledged,
});

export const MissingLastEventId = defineError({ text: "Missing 'last_event_id' argument" });
export const BadLastEventId = defineError({ text: "Last-Event-ID is not an event's id, or -1" });
export const InvalidAnonymousParameter = defineError({
  text: ({ parameter }) => `Invalid '${parameter}' parameter for anonymous request`,
  fields: z.object({ parameter: z.string() }),
});

/** What stands in the way of opening a queue, beside its narrow. The account may be deactivated after it was let in. */
export const registrationErrors = [AccountIsDeactivated, InvalidAnonymousParameter, TooManyEventQueues] as const;
