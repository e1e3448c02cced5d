import { version } from "@parlance/kernel/base/version.ts";
import { type BackupMetricsSources, registerBackupMetrics } from "./backup-metrics.ts";
import { type DatabaseMetricsSources, registerDatabaseMetrics } from "./database-metrics.ts";
import { type DeliveryMetricsSources, registerDeliveryMetrics } from "./delivery-metrics.ts";
import { type HostMetricsSources, registerHostMetrics } from "./host-metrics.ts";
import { type MemoryMetricsSources, registerMemoryMetrics } from "./memory-metrics.ts";
import { registerWorkMetrics, type WorkMetricsSources } from "./work-metrics.ts";

type ServerMetricsSources = BackupMetricsSources &
  DatabaseMetricsSources &
  DeliveryMetricsSources &
  HostMetricsSources &
  MemoryMetricsSources &
  WorkMetricsSources;

/** Registers the metrics of the server's parts. The metrics of modules are registered by the modules. */
export function registerServerMetrics(sources: ServerMetricsSources): void {
  sources.metrics.show({
    name: "parlance_build_info",
    help: "Always 1; the label has the version of the release",
    labels: ["version"],
    read: () => [{ labels: { version }, value: 1 }],
  });
  registerDeliveryMetrics(sources);
  registerWorkMetrics(sources);
  registerDatabaseMetrics(sources);
  registerBackupMetrics(sources);
  registerMemoryMetrics(sources);
  registerHostMetrics(sources);
}
