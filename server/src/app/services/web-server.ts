import type { FastifyInstance } from "fastify";
import type { MaybePromise } from "@parlance/kernel/base/maybe-promise.ts";
import { required } from "@parlance/kernel/base/required.ts";
import type { Distribution, Tally } from "@parlance/kernel/base/measures.ts";
import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import { buildApp } from "@parlance/kernel/http/build-app.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { createDatabaseSpending } from "@parlance/kernel/rate-limits/database-spending.ts";
import { RateLimits } from "@parlance/kernel/rate-limits/rate-limits.ts";
import type { Tracing } from "@parlance/kernel/tracing/tracing.ts";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { OrganizationSnapshots } from "@parlance/kernel/organization-snapshot/organization-snapshots.ts";
import { registerScim } from "#modules/identity-sync/scim/index.ts";
import { createAuthenticator } from "#modules/sign-in/api-keys/authenticator.ts";
import { assertParametersInScope } from "#modules/sign-in/api-keys/key-scope.ts";
import type { UsageRecorder } from "#modules/sign-in/core/usage-recorder.ts";
import type { LoginServices } from "#modules/sign-in/credentials/password-login.ts";
import { currentSessionId, findSessionUser } from "#modules/sign-in/sessions/sessions.ts";
import type { EventQueues } from "#realtime/queues/event-queues.ts";
import type { Https } from "../../https/index.ts";
import { readCookie } from "../../pages/http/cookies.ts";
import { registerPages } from "../../pages/index.ts";
import { createPageServices } from "../page-services.ts";
import { registerEmojiDocument } from "../routes/emoji-document.ts";
import { registerPushRelayProof } from "../routes/push-relay-proof.ts";
import { registerRequestReport } from "../routes/request-report.ts";
import type { ServerOptions } from "../server-options.ts";
import { openBuiltClient } from "../web-client/built-client.ts";
import { createClientPage, registerClientFiles } from "../web-client/serve-client.ts";

/** Time for which a shutdown waits for requests in progress, in milliseconds. */
const STOP_TIMEOUT_MS = 3000;

interface WebServerParts {
  readonly db: PostgresDatabase;
  readonly findRealm: (host: string) => MaybePromise<RealmContext | null>;
  readonly https: Https;
  readonly snapshots: OrganizationSnapshots;
  readonly queues: EventQueues;
  readonly browsers: UsageRecorder;
  readonly keys: UsageRecorder;
  readonly modules: readonly Module[];
  readonly metrics: Metrics;
  /** Records how many messages each shared transaction has sent. */
  readonly groupSizes: Distribution;
  /** Counts the requests that each rate limit has refused. */
  readonly refusals: Tally<[limit: string]>;
  readonly logins: LoginServices;
  readonly tracing: Tracing | undefined;
}

/** Serves the API, the pages and the files of the web client. `start` does not listen yet. */
export class WebServer {
  readonly #options: ServerOptions;
  readonly #parts: WebServerParts;
  #app: FastifyInstance | undefined;

  constructor(options: ServerOptions, parts: WebServerParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Available only after the start. */
  get app(): FastifyInstance {
    return required(this.#app);
  }

  async start(): Promise<void> {
    this.#app = await openApp(this.#options, this.#parts);
  }

  /**
   * Ends waiting polls, waits for requests in progress, and closes the server. After a timeout, all remaining
   * connections are closed, so that slow clients do not delay the shutdown.
   */
  async stop(): Promise<void> {
    const app = this.#app;
    if (!app) return;
    this.#parts.queues.endPolls();
    const timeout = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
    await app.close();
    clearTimeout(timeout);
  }
}

async function openApp(options: ServerOptions, contents: WebServerParts) {
  const { db, findRealm, https, snapshots, browsers, keys, modules, metrics, groupSizes, refusals, tracing } = contents;
  const { settings, clock, log, strict, onExchange } = options;
  const shared = options.shared ? createDatabaseSpending(db.pool) : undefined;
  const bytesPerRequest = settings.rateLimitResponseKib * 1024;
  const rateLimits = new RateLimits({ rules: settings.rateLimits, clock, bytesPerRequest, shared, refusals });
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
    metricsAccess: { token: settings.metricsToken, isSeparate: settings.metricsAddress !== undefined },
    groupSizes,
    tracing,
    trustedProxies: settings.trustedProxies,
    encryption: https.encryption,
    outbox: { bytes: settings.answersBytes, timeoutMs: settings.responseReadTimeoutSeconds * 1000 },
    bounds: settings,
    wireAliases: settings.wireAliases,
    readiness: () => db.probe(),
    ...(onExchange ? { onExchange } : {}),
  });
  registerEmojiDocument(app);
  registerPushRelayProof(app, { db, settings });
  registerRequestReport(app, { secret: options.secret, clock });
  const client = await openBuiltClient();
  if (client) registerClientFiles(app, client);
  else log.warn("the web client is not built, so the server shows a plain page instead; `npm start` builds it");
  const services = createPageServices(options, contents, client && (await createClientPage(client)));
  registerPages(app, { services, findRealm, clock, log, metrics, rateLimits });
  registerScim(app, { db, findRealm, clock, log, metrics, rateLimits });
  return app;
}
