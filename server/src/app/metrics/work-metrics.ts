import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { countWaitingJobs } from "@parlance/kernel/jobs/queued-jobs.ts";
import { loadSearchBacklog, MAX_COUNTED_MESSAGES } from "#search/indexing/search-backlog.ts";
import type { ServerMeasures } from "./server-measures.ts";

export interface WorkMetricsSources {
  readonly metrics: Metrics;
  readonly db: { readonly reader: Reader };
  readonly measures: ServerMeasures;
}

/** Registers metrics of the work that the server does: messages, uploads, jobs, the search index, refused requests. */
export function registerWorkMetrics(sources: WorkMetricsSources): void {
  const { metrics, measures } = sources;
  const { show, showDistribution } = metrics;
  const { committed, groupSizes, refusals } = measures;
  show({
    name: "parlance_events_committed_total",
    help: "Events that transactions of this process have committed",
    read: () => committed.events,
  });
  show({
    name: "parlance_messages_sent_total",
    help: "Messages that this process has sent, including scheduled messages and notices",
    read: () => committed.messages,
  });
  showDistribution(
    "parlance_send_group_messages",
    "Messages that clients sent at the same time and one transaction has committed together",
    () => groupSizes,
  );
  show({ name: "parlance_uploads_total", help: "Files that were uploaded", read: () => committed.uploads });
  show({
    name: "parlance_upload_bytes_total",
    help: "Total size of the files that were uploaded",
    read: () => committed.uploadedBytes,
  });
  show({
    name: "parlance_rate_limit_refusals_total",
    help: "Requests that a rate limit has refused, by limit; refused login attempts are not included",
    labels: ["limit"],
    read: refusals.read,
  });
  registerJobMetrics(sources);
  registerSearchMetrics(sources);
}

function registerJobMetrics({ metrics: { show, cache }, db, measures: { jobMeasures } }: WorkMetricsSources): void {
  const loadWaiting = cache(() => countWaitingJobs(db.reader));
  show({
    name: "parlance_jobs_waiting",
    help: "Jobs in the database that wait until they are due or until a process starts them, by kind",
    labels: ["kind"],
    read: async () => (await loadWaiting())?.map(({ kind, count }) => ({ labels: { kind }, value: count })),
  });
  show({
    name: "parlance_job_oldest_due_seconds",
    help: "Time since the oldest waiting job was due, by kind; 0 if none is due",
    labels: ["kind"],
    read: async () =>
      (await loadWaiting())?.map(({ kind, oldestDueSeconds }) => ({ labels: { kind }, value: oldestDueSeconds })),
  });
  show({
    name: "parlance_jobs_running",
    help: "Jobs that this process is running, by kind",
    labels: ["kind"],
    read: jobMeasures.running.read,
  });
  show({
    name: "parlance_job_runs_total",
    help: "Jobs that this process has run, by kind and outcome: completed or failed",
    labels: ["kind", "outcome"],
    read: jobMeasures.runs.read,
  });
  show({
    name: "parlance_job_seconds_total",
    help: "Time that this process has spent on jobs, by kind",
    labels: ["kind"],
    read: jobMeasures.seconds.read,
  });
}

function registerSearchMetrics({ metrics: { show, cache }, db }: WorkMetricsSources): void {
  const loadBacklog = cache(() => loadSearchBacklog(db.reader));
  show({
    name: "parlance_search_unindexed_messages",
    help: `Messages that searches cannot find yet, or only with their former text; at most ${MAX_COUNTED_MESSAGES} of each organization are counted`,
    read: async () => (await loadBacklog())?.messages,
  });
  show({
    name: "parlance_search_oldest_unindexed_seconds",
    help: "Age of the oldest message that searches cannot find yet; 0 if there is none",
    read: async () => (await loadBacklog())?.oldestSeconds,
  });
}
