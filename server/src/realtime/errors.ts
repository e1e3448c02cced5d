import { z } from "zod";
import { NarrowNotSupported, OperandNotSupported } from "#narrow/index.ts";
import { AccountIsDeactivated } from "#modules/sign-in/core/errors.ts";
import { defineError } from "@parlance/kernel/base/errors.ts";
import { NotLoggedIn, QueryNotAuthorized } from "@parlance/kernel/http/errors.ts";

export const BadEventQueueId = defineError({
  code: "BAD_EVENT_QUEUE_ID",
  text: ({ queue_id }: { queue_id: string }) => `Bad event queue ID: ${queue_id}`,
});

/**
 * Thrown if the account has the maximum number of queues and long polls wait on all of them: a queue with a waiting
 * poll is never deleted to make room for another.
 */
export const TooManyEventQueues = defineError({
  code: "TOO_MANY_EVENT_QUEUES",
  text: ({ limit }) => `Too many event queues: long polls wait on all ${limit} that an account may have`,
  fields: z.object({ limit: z.int() }),
});

export const EventsPruned = defineError({
  text: ({ last_event_id }: { last_event_id: number }) =>
    `An event newer than ${last_event_id} has already been pruned!`,
});

export const EventNotInQueue = defineError({
  text: ({ last_event_id }: { last_event_id: number }) => `Event ${last_event_id} was not in this queue`,
});

export const MissingLastEventId = defineError({ text: "Missing 'last_event_id' argument" });
export const BadLastEventId = defineError({ text: "Last-Event-ID must be an event ID or -1" });
export const InvalidAnonymousParameter = defineError({
  text: ({ parameter }: { parameter: string }) => `Invalid '${parameter}' parameter for anonymous request`,
});

/**
 * Errors of queue registration. `AccountIsDeactivated` can occur because the account may be deactivated after
 * authentication.
 */
export const registrationErrors = [
  AccountIsDeactivated,
  InvalidAnonymousParameter,
  TooManyEventQueues,
  NarrowNotSupported,
  OperandNotSupported,
  NotLoggedIn,
  QueryNotAuthorized,
] as const;
