import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { JobMeasures } from "@parlance/kernel/jobs/job-measures.ts";
import { JobQueue } from "@parlance/kernel/jobs/job-queue.ts";
import type { Tracing } from "@parlance/kernel/tracing/tracing.ts";
import { resumeInterruptedDeliveries } from "#modules/platform/email/actions/retry-emails.ts";
import { ScheduledMessageDeliverer } from "#modules/messages/scheduled/delivery/scheduled-message-deliverer.ts";
import { SearchIndexer } from "#search/indexing/search-indexer.ts";
import { ScheduledBackups } from "../../backups/scheduled-backups.ts";
import { createNotificationServices, type NotificationServicesOptions } from "./notification-services.ts";
import type { Service } from "./service-list.ts";

interface BackgroundServicesOptions extends NotificationServicesOptions {
  readonly connection: ConnectionSettings;
  /** Whether other processes may serve the same database. */
  readonly shared: boolean;
  readonly pollSeconds?: number | undefined;
  readonly modules: readonly Module[];
  readonly jobMeasures: JobMeasures;
  readonly tracing: Tracing | undefined;
}

/** Creates the services that work in the background. */
export function createBackgroundServices(options: BackgroundServicesOptions): readonly Service[] {
  const {
    connection,
    shared,
    db,
    snapshots,
    settings: site,
    clock,
    log,
    pollSeconds,
    modules,
    jobMeasures: measures,
    tracing,
  } = options;
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  const pollIntervalMs = pollSeconds === undefined ? undefined : pollSeconds * 1000;
  return [
    // Before the job queue starts, no email of this process is being delivered yet.
    { start: () => (shared ? undefined : db.write(resumeInterruptedDeliveries)) },
    new JobQueue({ connection, db, clock, log, jobs, pollSeconds, measures, tracing }),
    // Makes messages searchable in the background.
    new SearchIndexer(db, log),
    // Delivers messages at their scheduled times.
    new ScheduledMessageDeliverer({ db, snapshots, clock, log, site, pollIntervalMs }),
    ...createNotificationServices(options),
    ...(site.backup ? [new ScheduledBackups({ ...options, backup: site.backup })] : []),
  ];
}
