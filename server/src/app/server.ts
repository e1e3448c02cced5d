import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createAuthenticator } from "#modules/sign-in/api-keys/authenticator.ts";
import { createLoginServices } from "./login-services.ts";
import { followDirectory } from "./ldap-login-sync.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { confirmSecret } from "#modules/sign-in/core/server-secret.ts";
import { storeKeyUses } from "#modules/sign-in/api-keys/actions/store-key-uses.ts";
import { storeSessionUses } from "#modules/sign-in/sessions/actions/store-session-uses.ts";
import { RecentUses } from "#modules/sign-in/core/usage-recorder.ts";
import { refuseParameters } from "#modules/sign-in/api-keys/key-scope.ts";
import { sessionId, sessionUser } from "#modules/sign-in/sessions/sessions.ts";
import type { Clock } from "#kernel/clock.ts";
import type { PostgresDatabase } from "#kernel/db/database.ts";
import { compareAfter } from "#kernel/organization-snapshot/verify-snapshots.ts";
import { Directories } from "#kernel/organization-snapshot/organization-snapshots.ts";
import { migrate } from "#kernel/db/migrate.ts";
import type { ConnectionSettings } from "#kernel/db/pool.ts";
import { localBus, NotifyBus } from "#kernel/events/bus.ts";
import type { Presenter } from "#kernel/events/presenter.ts";
import { buildApp } from "#kernel/http/build-app.ts";
import type { Module } from "#kernel/http/module.ts";
import type { FinishedExchange } from "#kernel/http/services.ts";
import { JobQueue } from "#kernel/jobs/job-queue.ts";
import { databaseSpending } from "#kernel/rate-limits/database-spending.ts";
import { network } from "#kernel/rate-limits/client-network.ts";
import { RateLimits } from "#kernel/rate-limits/rate-limits.ts";
import { openFileStore } from "#kernel/files/open-file-store.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { createMetrics, type Metrics } from "#kernel/metrics.ts";
import { resumeCutOffTries } from "#modules/platform/email/actions/retry-emails.ts";
import { PresenceKeeper } from "#modules/users/presence/presence-batcher.ts";
import { KeptTexts } from "#modules/messages/fetch/page/message-content-cache.ts";
import { Deliverer } from "#modules/messages/scheduled/delivery/scheduled-message-deliverer.ts";
import { ensureSystemRealm } from "#modules/organizations/settings/actions/ensure-system-realm.ts";
import { SearchIndexer } from "#search/indexing/search-indexer.ts";
import { Queues } from "#realtime/queues/event-queues.ts";
import { tellOfUpgrade } from "#realtime/upgrade-event.ts";
import { type Https, openHttps } from "../https/index.ts";
import { registerEmojiDocument } from "./routes/emoji-document.ts";
import { allModules, noticeWorkers } from "./modules.ts";
import { openDatabase } from "./open-database.ts";
import type { ServerSettings } from "./settings.ts";
import { registerPushRelayProof } from "./routes/push-relay-proof.ts";
import { realmDirectory } from "./organization-lookup.ts";
import { pageServices } from "./page-services.ts";
import { readCookie } from "../pages/http/cookies.ts";
import { registerPages } from "../pages/index.ts";
import { openBuiltClient } from "./web-client/built-client.ts";
import { clientPage, registerClientFiles } from "./web-client/serve-client.ts";
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
  readonly directories: Directories;
  readonly queues: Queues;
  readonly files: FileStore;
  readonly metrics: Metrics;
}

/** How long a stop waits for requests under way, in milliseconds. */
const STOP_PATIENCE_MS = 3000;

/** Puts a server together on a database. Disposing of it answers what waits, and closes everything it opened. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { settings, secret, clock, log } = options;
  await using cleanup = new AsyncDisposableStack();
  const db = openDatabase(options);
  cleanup.defer(() => db.close());
  await migrate(db.pool, (message) => log.info(message));
  await confirmSecret(db, secret);
  await db.write((tx) => ensureSystemRealm(tx, clock.now()));

  const presenters = new Map<string, Presenter>();
  const { queueIdleSeconds: idleSeconds, heartbeatSeconds } = settings;
  const queues = new Queues({ db, clock, log, presenters, idleSeconds, heartbeatSeconds });
  db.onCommitted = queues.hub.committed;
  cleanup.defer(() => queues.close());
  await joinBus(options, queues, cleanup);

  const metrics = createMetrics({ ofProcess: options.metricsOfProcess });
  const [directories, texts] = [keepDirectories(db), new KeptTexts()];
  const presence = keepPresence(options, db, queues, cleanup);
  const files = await openFileStore(settings, options);
  const follow = followDirectory({ db, files, site: settings, clock }, log);
  const logins = createLoginServices({ db, secret, settings, log, follow });
  const { registry } = metrics;
  const parts = { db, directories, queues, texts, files, presence, secret, settings, logins, registry };
  const modules = allModules(parts);
  for (const entry of modules.flatMap((module) => Object.entries(module.presenters ?? {}))) presenters.set(...entry);
  directories.parts = modules.flatMap(({ directory = [] }) => directory);
  if (options.strict) db.afterWrite = (tables, events) => compareAfter(directories, directories.parts, tables, events);
  db.onLost = () => {
    directories.forgetAll();
    texts.forgetAll();
  };
  await db.write((tx) => tellOfUpgrade(tx, settings.wireAliases));
  if (options.withJobs) await startWork(options, { ...parts, clock, log }, modules, cleanup);
  const findRealm = realmDirectory(db.reader, settings, clock);
  const https = await openHttps({ ...options, site: settings, db, findRealm, registry }, cleanup);
  const uses = noteUses(options, db, cleanup);
  const app = await openApp(options, { db, directories, ...uses, https, findRealm, modules, metrics, logins });
  cleanup.defer(async () => {
    // Polls that wait are answered, and what is under way may end. Connections on which nothing comes, or too slowly,
    // are cut: a stop must not depend on them.
    queues.endPolls();
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
    await app.close();
    clearTimeout(patience);
  });
  const owned = cleanup.move();
  const parted = { app, plain: https.plain, db, directories, queues, files, metrics };
  return { ...parted, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function joinBus({ shared, connection }: ServerOptions, queues: Queues, cleanup: AsyncDisposableStack) {
  queues.hub.bus = shared ? await NotifyBus.open(connection, queues.hub.announced, queues.hub.catchUp) : localBus;
  cleanup.defer(() => queues.hub.bus.close());
}

/** Begins with what is done beside requests. */
async function startWork(
  options: ServerOptions,
  parts: Parameters<typeof noticeWorkers>[0],
  modules: readonly Module[],
  cleanup: AsyncDisposableStack,
) {
  const { db, directories, queues } = parts;
  await startJobs(options, db, modules, cleanup);
  startIndexer(options, db, queues, cleanup);
  startDeliverer(options, { db, directories, queues }, cleanup);
  await startNotices(parts, cleanup);
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
  db.onRequested = queue.committed;
  if (!shared) await db.write(resumeCutOffTries);
}

/** Collects what clients say of people's being there. */
function keepPresence(
  { log }: ServerOptions,
  db: PostgresDatabase,
  { hub }: Queues,
  cleanup: AsyncDisposableStack,
): PresenceKeeper {
  const presence = new PresenceKeeper({ db, log, tell: hub.tell });
  cleanup.defer(() => presence.close());
  return presence;
}

/** Makes messages searchable in the background. */
function startIndexer({ log }: ServerOptions, db: PostgresDatabase, queues: Queues, cleanup: AsyncDisposableStack) {
  const indexer = new SearchIndexer(db, log);
  cleanup.defer(() => indexer.stop());
  db.onCommitted = (events) => {
    queues.hub.committed(events);
    indexer.committed(events);
  };
  indexer.start();
}

/** Delivers what waits for its time. */
function startDeliverer(
  { settings: site, clock, log, pollSeconds }: ServerOptions,
  { db, directories, queues }: Pick<Server, "db" | "directories" | "queues">,
  cleanup: AsyncDisposableStack,
) {
  const lookMs = pollSeconds === undefined ? undefined : pollSeconds * 1000;
  const deliverer = new Deliverer({ db, directories, clock, log, site, lookMs });
  cleanup.defer(() => deliverer.stop());
  const { onCommitted } = db;
  db.onCommitted = (events) => {
    onCommitted(events);
    deliverer.committed(events);
  };
  queues.hub.onAnnounced = deliverer.announced;
  deliverer.start();
}

/** Tells people who are away of what happens. */
async function startNotices(parts: Parameters<typeof noticeWorkers>[0], cleanup: AsyncDisposableStack) {
  const { notifier, all } = noticeWorkers(parts);
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
function keepDirectories(db: PostgresDatabase): Directories {
  const directories = new Directories({ db });
  db.onWritten = directories.committed;
  return directories;
}

/** Notes when browsers and scoped keys are used. */
function noteUses({ clock, log }: ServerOptions, db: PostgresDatabase, cleanup: AsyncDisposableStack) {
  const browsers = new RecentUses({ store: (uses) => db.write((tx) => storeSessionUses(tx, uses)), clock, log });
  const keys = new RecentUses({ store: (uses) => db.write((tx) => storeKeyUses(tx, uses)), clock, log });
  cleanup.defer(() => browsers.close());
  cleanup.defer(() => keys.close());
  return { browsers, keys };
}

interface Contents {
  readonly db: PostgresDatabase;
  readonly findRealm: ReturnType<typeof realmDirectory>;
  readonly https: Https;
  readonly directories: Directories;
  readonly browsers: RecentUses;
  readonly keys: RecentUses;
  readonly modules: readonly Module[];
  readonly metrics: Metrics;
  readonly logins: LoginServices;
}

async function openApp(options: ServerOptions, contents: Contents) {
  const { db, findRealm, https, directories, browsers, keys, modules, metrics } = contents;
  const { settings, clock, log, strict, onExchange } = options;
  const shared = options.shared ? databaseSpending(db.pool) : undefined;
  const pieceBytes = settings.rateLimitResponseKib * 1024;
  const rateLimits = new RateLimits({ rules: settings.rateLimits, clock, pieceBytes, shared });
  const app = await buildApp({
    modules,
    db,
    directories,
    clock,
    log,
    strict,
    findRealm,
    authenticate: createAuthenticator({ reader: db.reader, directories, secret: options.secret, clock, keys }),
    refuseParameters,
    recognize: async (realm, { cookies, ip }, directory) => {
      const token = readCookie(cookies, "session", realm.url.startsWith("https:"));
      if (token === null) return null;
      const user = sessionUser(await (directory?.() ?? directories.now(realm.id)), token, clock.now());
      if (user) browsers.used(sessionId(user), network(ip));
      return user;
    },
    rateLimits,
    metrics,
    trustedProxies: settings.trustedProxies,
    encryption: https.encryption,
    outbox: { bytes: settings.answersBytes, patienceMs: settings.answerPatienceSeconds * 1000 },
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
  const services = pageServices(options, contents, client && (await clientPage(client)));
  registerPages(app, { services, findRealm, clock, log, metrics, rateLimits });
  registerScim(app, { db, findRealm, clock, log, metrics, rateLimits });
  return app;
}
