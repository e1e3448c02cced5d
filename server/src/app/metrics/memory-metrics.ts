import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import type { MessageContentCache } from "#modules/messages/fetch/page/message-content-cache.ts";

export interface MemoryMetricsSources {
  readonly metrics: Metrics;
  readonly snapshots: OrganizationSnapshots;
  readonly texts: MessageContentCache;
}

/** Registers metrics of memory: organization snapshots and caches. */
export function registerMemoryMetrics({ metrics: { show }, snapshots, texts }: MemoryMetricsSources): void {
  show({
    name: "parlance_snapshot_organizations",
    help: "Organizations that this process holds in memory",
    read: () => snapshots.counts.organizations,
  });
  show({
    name: "parlance_snapshot_bytes",
    help: "Approximate memory that these organizations use",
    read: () => snapshots.bytes,
  });
  show({
    name: "parlance_snapshot_loads_total",
    help: "Times that an organization was loaded from the database into memory",
    read: () => snapshots.counts.loads,
  });
  show({
    name: "parlance_message_cache_requests_total",
    help: "Message contents that were requested from the cache, by result: hit or miss",
    labels: ["result"],
    read: () => [
      { labels: { result: "hit" }, value: texts.requests.hits },
      { labels: { result: "miss" }, value: texts.requests.misses },
    ],
  });
  show({
    name: "parlance_message_cache_bytes",
    help: "Approximate memory that the cache of message contents uses",
    read: () => texts.bytes,
  });
}
