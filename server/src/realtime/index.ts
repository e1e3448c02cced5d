import type { Module } from "#kernel/http/module.ts";
import { deleteEventQueue } from "./api/delete-queue.ts";
import { fetchEvents } from "./api/events.ts";
import { registerQueue } from "./api/register.ts";
import { pruneQueues } from "./jobs.ts";
import type { Queues } from "./queues.ts";
import type { Registration } from "./register.ts";

interface RealtimeOptions {
  readonly queues: Queues;
  readonly registration: Registration;
  readonly idleSeconds: number;
  readonly logMaxAgeSeconds: number;
}

/** Event queues: register, poll, delete. */
export const realtimeModule = ({ queues, registration, ...limits }: RealtimeOptions): Module => ({
  name: "events",
  endpoints: [registerQueue(registration), fetchEvents(queues), deleteEventQueue(queues)],
  jobs: [pruneQueues(queues, limits)],
});
