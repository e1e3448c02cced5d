import { MAX_HEARTBEAT_SECONDS } from "@parlance/contract/entities/heartbeat-interval.ts";
import { declareRateLimit } from "@parlance/kernel/rate-limits/settings.ts";
import { integer, setting } from "@parlance/kernel/config/setting.ts";

/** The settings of event queues and of the event log. */
export const eventQueueSettings = {
  queueIdleSeconds: setting(integer(1, 604_800), {
    key: "events.queue_idle_seconds",
    variable: "PARLANCE_EVENT_QUEUE_IDLE_SECONDS",
    default: 600,
    unit: "seconds",
    meaning:
      "How long an event queue is stored without being polled. Time in which the server or its database is unavailable does not count.",
  }),
  queuesPerAccount: setting(integer(1, 10_000), {
    key: "events.queues_per_account",
    variable: "PARLANCE_EVENT_QUEUES_PER_ACCOUNT",
    default: 100,
    unit: "queues",
    meaning:
      "Maximum number of event queues per account. Registering another one deletes the queue that has not been polled for the longest time; a queue with a waiting poll is never deleted.",
  }),
  heartbeatSeconds: setting(integer(1, MAX_HEARTBEAT_SECONDS), {
    key: "events.heartbeat_seconds",
    variable: "PARLANCE_HEARTBEAT_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Maximum time that a long poll waits, and that an event stream is silent. The server sends a heartbeat after a random 75 to 92 % of it. Larger values are not accepted, because clients treat a connection as broken after 90 seconds without data.",
  }),
  eventLogMaxAgeSeconds: setting(integer(60, 31_536_000), {
    key: "events.log_max_age_seconds",
    variable: "PARLANCE_EVENT_LOG_MAX_AGE_SECONDS",
    default: 604_800,
    unit: "seconds",
    meaning:
      "How long events are stored for queues that have not fetched them. A client that needs older events has to register a new queue.",
  }),
};

/** Limit for the event queues that an account registers. */
export const registrationsLimit = declareRateLimit("registrations", {
  key: "rate_limits.registrations",
  variable: "PARLANCE_RATE_LIMIT_REGISTRATIONS",
  default: "60:60,3600:900",
  meaning: "Event queues registered per account.",
});
