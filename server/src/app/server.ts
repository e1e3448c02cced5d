import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createAuthenticator } from "#modules/sign-in/api-keys/authenticator.ts";
import { closeApp } from "./close-app.ts";
import { createLoginServices } from "./login-services.ts";
import { createLdapLoginSync } from "./ldap-login-sync.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { assertSecretMatches } from "#modules/sign-in/core/server-secret.ts";
import { storeKeyUses } from "#modules/sign-in/api-keys/actions/store-key-uses.ts";
import { storeSessionUses } from "#modules/sign-in/sessions/actions/store-session-uses.ts";
import { UsageRecorder } from "#modules/sign-in/core/usage-recorder.ts";
import { assertParametersInScope } from "#modules/sign-in/api-keys/key-scope.ts";
import { currentSessionId, findSessionUser } from "#modules/sign-in/sessions/sessions.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { verifySnapshotsAfterWrite } from "@parlance/kernel/organization-snapshot/verify-snapshots.ts";
import { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { migrate } from "@parlance/kernel/db/migrate.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { localBus, NotifyBus } from "@parlance/kernel/events/bus.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";
import { buildApp } from "@parlance/kernel/http/build-app.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { FinishedExchange } from "@parlance/kernel/http/services.ts";
import { JobQueue } from "@parlance/kernel/jobs/job-queue.ts";
import { createDatabaseSpending } from "@parlance/kernel/rate-limits/database-spending.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { RateLimits } from "@parlance/kernel/rate-limits/rate-limits.ts";
import { openFileStore } from "@parlance/kernel/files/open-file-store.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { createMetrics, type Metrics } from "@parlance/kernel/base/metrics.ts";
import { resumeInterruptedDeliveries } from "#modules/platform/email/actions/retry-emails.ts";
import { PresenceBatcher } from "#modules/users/presence/presence-batcher.ts";
import { MessageContentCache } from "#modules/messages/fetch/page/message-content-cache.ts";
import { ScheduledMessageDeliverer } from "#modules/messages/scheduled/delivery/scheduled-message-deliverer.ts";
import { ensureSystemRealm } from "#modules/organizations/settings/actions/ensure-system-realm.ts";
import { SearchIndexer } from "#search/indexing/search-indexer.ts";
import { EventQueues } from "#realtime/queues/event-queues.ts";
import { announceUpgrade } from "#realtime/upgrade-event.ts";
import { type Https, openHttps } from "../https/index.ts";
import { registerEmojiDocument } from "./routes/emoji-document.ts";
import { createModules, notificationWorkers } from "./modules.ts";
import { MIGRATIONS } from "./database/migrations-folder.ts";
import { openDatabase } from "./database/open-database.ts";
import type { ServerSettings } from "./settings.ts";
import { registerPushRelayProof } from "./routes/push-relay-proof.ts";
import { createOrganizationLookup } from "./organization-lookup.ts";
import { createPageServices } from "./page-services.ts";
import { readCookie } from "../pages/http/cookies.ts";
import { registerPages } from "../pages/index.ts";
import { openBuiltClient } from "./web-client/built-client.ts";
import { createClientPage, registerClientFiles } from "./web-client/serve-client.ts";
import { registerScim } from "../modules/identity-sync/scim/index.ts";
import type { DemoFile } from "../pages/http/page.ts";

export interface ServerOptions {
  readonly settings: ServerSettings;
  readonly connection: ConnectionSettings;
  readonly poolSize: number;
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether other processes may serve the same database. */
  readonly shared: boolean;
  readonly strict: boolean;
  /** Work of other times: off where only requests are wanted. */
  readonly withJobs: boolean;
  /** How often it looks by itself for jobs and for what is to be delivered, in seconds. Default: those of their workers. */
  readonly pollSeconds?: number | undefined;
  readonly metricsOfProcess: boolean;
  readonly demo?: Readonly<DemoFile> | undefined;
  readonly onExchange?: ((exchange: FinishedExchange) => void) | undefined;
}

/** A server that is ready to listen. */
export interface Server extends AsyncDisposable, Pick<Https, "plain"> {
  readonly app: FastifyInstance;
  readonly db: PostgresDatabase;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  readonly files: FileStore;
  readonly metrics: Metrics;
}

/** Puts a server together on a database. Disposing of it answers what waits, and closes everything it opened. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, secret, clock, log } = options;
  await using cleanup = new AsyncDisposableStack();
  const db = openDatabase(options);
  cleanup.defer(() => db.close());
  await migrate(db.pool, (message) => log.info(message), MIGRATIONS);
  await assertSecretMatches(db, secret);
  await db.write((tx) => ensureSystemRealm(tx, clock.now()));

  const presenters = new Map<string, Presenter>();
  const { queueIdleSeconds: idleSeconds, heartbeatSeconds } = settings;
  const queues = new EventQueues({ db, clock, log, presenters, idleSeconds, heartbeatSeconds });
  db.onCommitted = queues.hub.handleCommitted;
  cleanup.defer(() => queues.close());
  await joinBus(options, queues, cleanup);

  const metrics = createMetrics({ ofProcess: options.metricsOfProcess });
  const [snapshots, texts] = [createSnapshots(db), new MessageContentCache()];
  const presence = startPresence(options, db, queues, cleanup);
  const files = await openFileStore(settings, options);
  const follow = createLdapLoginSync({ db, files, site: settings, clock }, log);
  const logins = createLoginServices({ db, secret, settings, log, follow });
  const { registry } = metrics;
  const parts = { db, snapshots, queues, texts, files, presence, secret, settings, logins, registry };
  const modules = createModules(parts);
  for (const entry of modules.flatMap((module) => Object.entries(module.presenters ?? {}))) presenters.set(...entry);
  snapshots.sections = modules.flatMap(({ snapshotSections = [] }) => snapshotSections);
  if (options.strict)
    db.afterWatchedWrite = (tables, events) => verifySnapshotsAfterWrite(snapshots, snapshots.sections, tables, events);
  db.onLost = () => {
    snapshots.evictAll();
    texts.clear();
  };
  await db.write((tx) => announceUpgrade(tx, settings.wireAliases));
  if (options.withJobs) await startBackgroundWork(options, { ...parts, clock, log }, modules, cleanup);
  const findRealm = createOrganizationLookup(db.reader, settings, clock);
  const https = await openHttps({ ...options, site: settings, db, findRealm, registry }, cleanup);
  const uses = trackRecentUses(options, db, cleanup);
  const app = await openApp(options, { db, snapshots, ...uses, https, findRealm, modules, metrics, logins });
  cleanup.defer(() => closeApp(app, queues));
  const owned = cleanup.move();
  const parted = { app, plain: https.plain, db, snapshots, queues, files, metrics };
  return { ...parted, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function joinBus({ shared, connection }: ServerOptions, queues: EventQueues, cleanup: AsyncDisposableStack) {
  queues.hub.bus = shared
    ? await NotifyBus.open(connection, queues.hub.handleAnnouncement, queues.hub.catchUp)
    : localBus;
  cleanup.defer(() => queues.hub.bus.close());
}

/** Begins with what is done beside requests. */
async function startBackgroundWork(
  options: ServerOptions,
  parts: Parameters<typeof notificationWorkers>[0],
  modules: readonly Module[],
  cleanup: AsyncDisposableStack,
) {
  const { db, snapshots, queues } = parts;
  await startJobs(options, db, modules, cleanup);
  startIndexer(options, db, queues, cleanup);
  startDeliverer(options, { db, snapshots, queues }, cleanup);
  await startNotifications(parts, cleanup);
}

async function startJobs(
  { connection, clock, log, shared, pollSeconds }: ServerOptions,
  db: PostgresDatabase,
  modules: readonly Module[],
  cleanup: AsyncDisposableStack,
) {
  const jobs = modules.flatMap((module) => module.jobs ?? []);
  const queue = new JobQueue({ connection, db, clock, log, jobs, pollSeconds });
  cleanup.defer(() => queue.stop());
  await queue.start();
  db.onJobsRequested = queue.handleRequested;
  if (!shared) await db.write(resumeInterruptedDeliveries);
}

/** Collects what clients say of people's being there. */
function startPresence(
  { log }: ServerOptions,
  db: PostgresDatabase,
  { hub }: EventQueues,
  cleanup: AsyncDisposableStack,
): PresenceBatcher {
  const presence = new PresenceBatcher({ db, log, tell: hub.publishEphemeral });
  cleanup.defer(() => presence.close());
  return presence;
}

/** Makes messages searchable in the background. */
function startIndexer(
  { log }: ServerOptions,
  db: PostgresDatabase,
  queues: EventQueues,
  cleanup: AsyncDisposableStack,
) {
  const indexer = new SearchIndexer(db, log);
  cleanup.defer(() => indexer.stop());
  db.onCommitted = (events) => {
    queues.hub.handleCommitted(events);
    indexer.onCommit(events);
  };
  indexer.start();
}

/** Delivers what waits for its time. */
function startDeliverer(
  { settings: site, clock, log, pollSeconds }: ServerOptions,
  { db, snapshots, queues }: Pick<Server, "db" | "snapshots" | "queues">,
  cleanup: AsyncDisposableStack,
) {
  const pollIntervalMs = pollSeconds === undefined ? undefined : pollSeconds * 1000;
  const deliverer = new ScheduledMessageDeliverer({ db, snapshots, clock, log, site, pollIntervalMs });
  cleanup.defer(() => deliverer.stop());
  const { onCommitted } = db;
  db.onCommitted = (events) => {
    onCommitted(events);
    deliverer.onCommit(events);
  };
  queues.hub.onAnnounced = deliverer.onOtherProcessCommit;
  deliverer.start();
}

/** Tells people who are away of what happens. */
async function startNotifications(parts: Parameters<typeof notificationWorkers>[0], cleanup: AsyncDisposableStack) {
  const { notifier, all } = notificationWorkers(parts);
  const { onCommitted } = parts.db;
  parts.db.onCommitted = (events) => {
    onCommitted(events);
    notifier.committed(events);
  };
  for (const worker of all) {
    cleanup.defer(() => worker.stop());
    await worker.start();
  }
}

/** Keeps in memory what the modules, which are still to come, want to know of each organization in use. */
function createSnapshots(db: PostgresDatabase): OrganizationSnapshots {
  const snapshots = new OrganizationSnapshots({ db });
  db.onWritten = snapshots.applyCommitted;
  return snapshots;
}

/** Notes when browsers and scoped keys are used. */
function trackRecentUses({ clock, log }: ServerOptions, db: PostgresDatabase, cleanup: AsyncDisposableStack) {
  const browsers = new UsageRecorder({ store: (uses) => db.write((tx) => storeSessionUses(tx, uses)), clock, log });
  const keys = new UsageRecorder({ store: (uses) => db.write((tx) => storeKeyUses(tx, uses)), clock, log });
  cleanup.defer(() => browsers.close());
  cleanup.defer(() => keys.close());
  return { browsers, keys };
}

interface AppServices {
  readonly db: PostgresDatabase;
  readonly findRealm: ReturnType<typeof createOrganizationLookup>;
  readonly https: Https;
  readonly snapshots: OrganizationSnapshots;
  readonly browsers: UsageRecorder;
  readonly keys: UsageRecorder;
  readonly modules: readonly Module[];
  readonly metrics: Metrics;
  readonly logins: LoginServices;
}

async function openApp(options: ServerOptions, contents: AppServices) {
  const { db, findRealm, https, snapshots, browsers, keys, modules, metrics } = contents;
  const { settings, clock, log, strict, onExchange } = options;
  const shared = options.shared ? createDatabaseSpending(db.pool) : undefined;
  const bytesPerRequest = settings.rateLimitResponseKib * 1024;
  const rateLimits = new RateLimits({ rules: settings.rateLimits, clock, bytesPerRequest, shared });
  const app = await buildApp({
    modules,
    db,
    snapshots,
    clock,
    log,
    strict,
    findRealm,
    authenticate: createAuthenticator({ reader: db.reader, snapshots, secret: options.secret, clock, keys }),
    assertParametersAllowed: assertParametersInScope,
    authenticateBrowser: async (realm, { cookies, ip }, snapshot) => {
      const token = readCookie(cookies, "session", realm.url.startsWith("https:"));
      if (token === null) return null;
      const user = findSessionUser(await (snapshot?.() ?? snapshots.current(realm.id)), token, clock.now());
      if (user) browsers.used(currentSessionId(user), clientNetwork(ip));
      return user;
    },
    rateLimits,
    metrics,
    trustedProxies: settings.trustedProxies,
    encryption: https.encryption,
    outbox: { bytes: settings.answersBytes, timeoutMs: settings.answerPatienceSeconds * 1000 },
    bounds: settings,
    wireAliases: settings.wireAliases,
    readiness: () => db.probe(),
    ...(onExchange ? { onExchange } : {}),
  });
  registerEmojiDocument(app);
  registerPushRelayProof(app, { db, settings });
  const client = await openBuiltClient();
  if (client) registerClientFiles(app, client);
  else log.warn("the web client is not built, so the server shows a plain page instead; `npm start` builds it");
  const services = createPageServices(options, contents, client && (await createClientPage(client)));
  registerPages(app, { services, findRealm, clock, log, metrics, rateLimits });
  registerScim(app, { db, findRealm, clock, log, metrics, rateLimits });
  return app;
}
