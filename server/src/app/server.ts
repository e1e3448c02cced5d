import type { FastifyInstance } from "fastify";
import { createMetrics, type Metrics } from "@parlance/kernel/base/metrics.ts";
import { createBus } from "@parlance/kernel/events/bus.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { deleteUnfinishedFiles, openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { verifySnapshotsAfterWrite } from "@parlance/kernel/organization-snapshot/verify-snapshots.ts";
import type { Tracing } from "@parlance/kernel/tracing/tracing.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { MessageContentCache } from "#modules/messages/fetch/page/message-content-cache.ts";
import { storeKeyUses } from "#modules/sign-in/api-keys/actions/store-key-uses.ts";
import { UsageRecorder } from "#modules/sign-in/core/usage-recorder.ts";
import { storeSessionUses } from "#modules/sign-in/sessions/actions/store-session-uses.ts";
import { PresenceBatcher } from "#modules/users/presence/presence-batcher.ts";
import { EventQueues } from "#realtime/queues/event-queues.ts";
import { announceUpgrade } from "#realtime/upgrade-event.ts";
import { Https } from "../https/index.ts";
import { openDatabase } from "./database/open-database.ts";
import { prepareDatabase } from "./database/prepare-database.ts";
import { createLdapLoginSync } from "./ldap-login-sync.ts";
import { createLoginServices } from "./login-services.ts";
import { registerServerMetrics } from "./metrics/register-metrics.ts";
import { ServerMeasures } from "./metrics/server-measures.ts";
import { createModules } from "./modules.ts";
import { createOrganizationLookup } from "./organization-lookup.ts";
import type { ServerOptions } from "./server-options.ts";
import { createBackgroundServices } from "./services/background-services.ts";
import { MetricsServer } from "./services/metrics-server.ts";
import { openTracing } from "./services/open-tracing.ts";
import { ServiceList } from "./services/service-list.ts";
import { WebServer } from "./services/web-server.ts";

/** A server that is ready to listen. */
export interface Server extends AsyncDisposable, Pick<Https, "plain"> {
  readonly app: FastifyInstance;
  readonly db: PostgresDatabase;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  readonly files: FileStore;
  readonly metrics: Metrics;
}

/**
 * Creates a server that uses a database. Disposing of the server ends waiting requests and closes everything that was
 * opened for it.
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const files = await openFileStore(options.settings);
  const services = new ServiceList();
  const tracing = await openTracing(options.settings, options.log);
  const { metricsAddress, metricsToken } = options.settings;
  const parts = createParts({ ...options, tracing }, files, services);
  const { db, snapshots, queues, metrics, https, web } = parts;
  await services.start([
    ...(tracing ? [{ stop: () => tracing.stop() }] : []),
    { start: () => prepareDatabase(db, options), stop: () => db.close() },
    // After the check of the secret: a server with the wrong secret may have another server's files.
    { start: () => deleteUnfinishedFiles(options.settings, options) },
    queues,
    parts.bus,
    parts.presence,
    { start: () => announceUpgrade(db, options.settings.wireAliases) },
    ...(options.withJobs ? createBackgroundServices({ ...options, ...parts, ...parts.measures, tracing }) : []),
    https,
    parts.browsers,
    parts.keys,
    parts.measures.committed,
    web,
    ...(metricsAddress ? [new MetricsServer(metricsAddress, metrics, metricsToken)] : []),
  ]);
  const opened = { app: web.app, plain: https.plain, db, snapshots, queues, files, metrics };
  return { ...opened, [Symbol.asyncDispose]: () => services.stop() };
}

interface TracedServerOptions extends ServerOptions {
  /** Undefined if nothing is traced. */
  readonly tracing: Tracing | undefined;
}

/**
 * Creates the parts of a server. No part works before it is started, so the functions that are passed to a constructor may use
 * parts that are created below it.
 */
function createParts(options: TracedServerOptions, files: FileStore, services: ServiceList) {
  const { settings, secret, clock, log, tracing } = options;
  const texts = new MessageContentCache();
  const db = openDatabase(options, {
    onWritten: (events) => snapshots.applyCommitted(events),
    afterWatchedWrite: (tables, events) => verifySnapshotsAfterWrite(snapshots, tables, events),
    onLost: () => {
      snapshots.evictAll();
      texts.clear();
    },
    onCommitted: (events) => services.onCommit(events),
    onJobsRequested: (requests) => services.onJobsRequested(requests),
  });
  const snapshots = new OrganizationSnapshots({ db, sections: () => sections });
  const bus = createBus(options, {
    onMessage: (message) => queues.hub.handleAnnouncement(message),
    onReconnected: () => void queues.hub.catchUp(),
  });
  const queues = new EventQueues({
    db,
    bus,
    clock,
    log,
    presenters: { get: (type) => presenters.get(type) },
    onOtherProcessCommit: () => services.onOtherProcessCommit(),
    idleSeconds: settings.queueIdleSeconds,
    heartbeatSeconds: settings.heartbeatSeconds,
  });
  const presence = new PresenceBatcher({ db, log, publish: queues.hub.publishEphemeral });
  const follow = createLdapLoginSync({ db, files, site: settings, clock }, snapshots, log);
  const logins = createLoginServices({ db, secret, settings, log, follow });
  const metrics = createMetrics({ ofProcess: options.metricsOfProcess, clock });
  const parts = { db, bus, snapshots, queues, texts, files, presence, secret, settings, logins, metrics };
  const modules = createModules(parts);
  const presenters = new Map(modules.flatMap((module) => Object.entries(module.presenters ?? {})));
  const sections = modules.flatMap(({ snapshotSections = [] }) => snapshotSections);
  const findRealm = createOrganizationLookup(db.reader, settings, clock);
  const https = new Https({ ...options, site: settings, db, findRealm });
  const browsers = new UsageRecorder({ store: (uses) => db.write((tx) => storeSessionUses(tx, uses)), clock, log });
  const keys = new UsageRecorder({ store: (uses) => db.write((tx) => storeKeyUses(tx, uses)), clock, log });
  const measures = new ServerMeasures();
  const web = new WebServer(options, { ...parts, ...measures, tracing, https, findRealm, browsers, keys, modules });
  registerServerMetrics({ ...parts, ...options, ...settings, measures, https, httpServer: () => web.app.server });
  return { ...parts, modules, measures, https, browsers, keys, web };
}
