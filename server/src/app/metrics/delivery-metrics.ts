import type { Server } from "node:http";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { countEvents } from "@parlance/kernel/events/event-ids.ts";
import type { EventQueues } from "#realtime/queues/event-queues.ts";

export interface DeliveryMetricsSources {
  readonly metrics: Metrics;
  readonly queues: EventQueues;
  /** Returns the HTTP server of the running server. */
  readonly httpServer: () => Server;
}

/** Maximum number of organizations with a metric of their own. */
const MAX_ORGANIZATIONS = 20;

/** Registers metrics of connections, event queues and the delivery of events. */
export function registerDeliveryMetrics({ metrics, queues, httpServer }: DeliveryMetricsSources): void {
  const { show, showDistribution } = metrics;
  show({
    name: "parlance_connections",
    help: "Open connections, by kind: poll (waits for events), event_stream, or other",
    labels: ["kind"],
    async read() {
      const { waitingPolls: poll, streams } = queues.size;
      const other = Math.max(0, (await countConnections(httpServer())) - poll - streams);
      return Object.entries({ poll, event_stream: streams, other }).map(([kind, value]) => ({
        labels: { kind },
        value,
      }));
    },
  });
  show({
    name: "parlance_event_queues",
    help: "Event queues that clients have polled at this process",
    read: () => queues.size.queues,
  });
  showDistribution(
    "parlance_event_delivery_delay_seconds",
    "Time from the commit of an event, or from its announcement by another process, until it was delivered to the event queues of this process; one event of each organization is measured at a time",
    () => queues.hub.delays,
  );
  show({
    name: "parlance_event_log_position",
    help: `Number of the last event that this process has delivered, by ID of the organization; only for the ${MAX_ORGANIZATIONS} organizations with the lowest IDs`,
    labels: ["organization"],
    read: () =>
      [...queues.hub.tails]
        .toSorted((one, other) => one.realmId - other.realmId)
        .slice(0, MAX_ORGANIZATIONS)
        .map(({ realmId, head }) => ({ labels: { organization: String(realmId) }, value: countEvents(0, head) })),
  });
  show({
    name: "parlance_event_log_backlog",
    help: "Events of all organizations that are committed, but not delivered by this process yet",
    read: () => [...queues.hub.tails].reduce((sum, { backlog }) => sum + backlog, 0),
  });
  show({
    name: "parlance_event_announcements_lost_total",
    help: "Times that this process found events that no process had announced to it: they were up to a second late",
    read: () => queues.hub.lostAnnouncements,
  });
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
