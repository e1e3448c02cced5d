import type { Metrics } from "../base/metrics.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { ResponseBacklog } from "./response-backlog.ts";

/** Registers gauges of memory and requests in use. */
export function registerHttpMetrics({ show }: Metrics, outbox: ResponseBacklog, bodies: BodyBudget): void {
  show({
    name: "parlance_answers_unread_bytes",
    help: "Response bytes that clients have not read yet",
    isWork: true,
    read: () => outbox.pendingBytes,
  });
  show({
    name: "parlance_request_bodies",
    help: "Requests with a body in progress",
    isWork: true,
    read: () => bodies.requestCount,
  });
  show({
    name: "parlance_request_bodies_bytes",
    help: "Memory used by the bodies of requests in progress; limited by `PARLANCE_REQUEST_BODIES_MIB`",
    isWork: true,
    read: () => bodies.usedBytes,
  });
}
