import { statfs } from "node:fs/promises";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";

export interface HostMetricsSources {
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly dataDir: string;
  /** Expiration times of the certificates in use; undefined if a proxy encrypts connections. */
  readonly https: { readonly expirations: readonly Date[] | undefined };
}

/** Registers metrics of the machine: the disk of the data directory, the clock and the certificates. */
export function registerHostMetrics({ metrics: { show, cache }, clock, dataDir, https }: HostMetricsSources): void {
  const loadDiskSpace = cache(async () => {
    const { bavail, blocks, bsize } = await statfs(dataDir);
    return { free: bavail * bsize, total: blocks * bsize };
  });
  show({
    name: "parlance_data_directory_free_bytes",
    help: "Free space on the disk of the data directory",
    read: async () => (await loadDiskSpace())?.free,
  });
  show({
    name: "parlance_data_directory_size_bytes",
    help: "Size of the disk of the data directory",
    read: async () => (await loadDiskSpace())?.total,
  });
  const clockDifference = () => (clock.now().getTime() - clock.elapsed()) / 1000;
  const atStart = clockDifference();
  show({
    name: "parlance_clock_step_seconds",
    help: "How far the system's clock was set forward, or back if negative, since the process started; sleep of the machine counts as well",
    read: () => clockDifference() - atStart,
  });
  // No labels for hosts, because host names are confidential.
  show({
    name: "parlance_certificate_end_timestamp_seconds",
    help: "When the next certificate expires, in seconds since 1970; 0 if there is none yet. Only if the server handles HTTPS itself",
    read() {
      const times = https.expirations?.map((end) => end.getTime() / 1000);
      return times?.length === 0 ? 0 : times && Math.min(...times);
    },
  });
}
