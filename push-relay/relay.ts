import { readFile } from "node:fs/promises";
import { Resolver } from "node:dns/promises";
import type { FastifyInstance } from "fastify";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { Logger } from "@parlance/kernel/base/log.ts";
import { createMetrics } from "@parlance/kernel/base/metrics.ts";
import type { ResolveHost } from "@parlance/kernel/outgoing/ssrf-guard.ts";
import { deleteExpired } from "./actions/delete-expired.ts";
import { buildApp, type RelayLimits } from "./app.ts";
import { openDatabase } from "./database.ts";
import { NotificationDelivery, type Providers } from "./notification-delivery.ts";
import type { RelayServices } from "./operations/operation.ts";
import { HostnameVerifier } from "./hostname-proof.ts";
import { ensureKeyPair, loadKeyPairs } from "./key-pairs.ts";
import { openAppleProvider } from "./providers/apple.ts";
import { openGoogleProvider } from "./providers/google.ts";
import { RateLimit } from "./rate-limit.ts";
import type { RelaySettings } from "./settings.ts";

export interface RelayOptions {
  readonly settings: RelaySettings;
  readonly connection: ConnectionSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metricsOfProcess: boolean;
  /** Returns whether a domain accepts email. Default: a check with DNS. */
  readonly acceptsMail?: (domain: string) => Promise<boolean>;
  /** Overrides the default limits. */
  readonly limits?: Partial<RelayLimits>;
  /** Resolves the host names that the relay verifies. Default: the system's resolver. */
  readonly resolve?: ResolveHost | undefined;
}

/** A relay that is ready to listen. */
export interface Relay extends AsyncDisposable {
  readonly app: FastifyInstance;
  /** Deletes data that is no longer needed. Called at startup and every few hours. */
  deleteExpired(): Promise<void>;
}

const MINUTE_MS = 60_000;
const CLEANUP_INTERVAL_MS = 6 * 60 * MINUTE_MS;
/**
 * Maximum time for which a shutdown waits for requests in progress, in milliseconds. Longer than notifications are
 * retried.
 */
const STOP_TIMEOUT_MS = 13_000;
/** Timeout of DNS queries, in milliseconds, and number of attempts. */
const DNS_OPTIONS = { timeout: 2_000, tries: 2 };
/**
 * Default limits of requests: budget for bodies, timeout for headers, minimum speed of bodies, timeout for the proof of
 * a host name.
 */
const DEFAULT_LIMITS = {
  bodiesMib: 64,
  headersTimeoutMs: 10_000,
  bodyBytesPerSecond: 8_192,
  bodyGraceSeconds: 5,
  proofTimeoutMs: 5_000,
};
/** Maximum number of requests with wrong credentials from one network per minute. */
const MAX_FAILURES_PER_MINUTE = 100;

/**
 * Creates a relay with its database. When it is disposed of, requests in progress finish, and everything that it has
 * opened is closed.
 */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { settings, connection, clock, log, acceptsMail = hasMailHost, resolve } = options;
  await using cleanup = new AsyncDisposableStack();
  const providers = await openProviders(options, cleanup);
  const pool = await openDatabase(connection, log);
  cleanup.defer(() => pool.end());
  await ensureKeyPair(settings.dataDir);
  const metrics = createMetrics({ ofProcess: options.metricsOfProcess });
  const { registry } = metrics;
  const limits = createRateLimits(options);
  const services: RelayServices = {
    pool,
    clock,
    delivery: new NotificationDelivery(providers, clock, registry),
    keys: () => loadKeyPairs(settings.dataDir),
    acceptsMail: settings.checkMailDomains ? acceptsMail : async () => true,
    hostnameVerifier: new HostnameVerifier({
      internalServers: settings.internalServers ?? [],
      timeoutMs: limits.limits.proofTimeoutMs,
      registry,
      resolve,
    }),
    maxDevices: settings.devicesPerServer,
  };
  const app = buildApp({ services, log, metrics, trustedProxies: settings.trustedProxies, ...limits });
  cleanup.defer(async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS);
    await app.close();
    clearTimeout(timer);
  });
  const forgets = () => deleteExpired(pool, clock.now());
  await forgets();
  const forgetting = setInterval(() => {
    forgets().catch((err: unknown) => log.warn({ err }, "old data could not be deleted; retrying later"));
  }, CLEANUP_INTERVAL_MS);
  cleanup.defer(() => clearInterval(forgetting));
  const owned = cleanup.move();
  return { app, deleteExpired: forgets, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/**
 * Creates the limits: of memory for the whole relay; of connections, registrations and failed logins per network; and
 * of requests per registered server.
 */
function createRateLimits({ settings, clock, limits }: RelayOptions) {
  const { requestsPerMinute, registrationsPerHour, connectionsPerAddress: maxConnections } = settings;
  return {
    limits: { ...DEFAULT_LIMITS, connectionsPerAddress: maxConnections, requestsPerAddress: maxConnections, ...limits },
    requests: new RateLimit({ maxRequests: requestsPerMinute, spanMs: MINUTE_MS, clock }),
    registrations: new RateLimit({ maxRequests: registrationsPerHour, spanMs: 60 * MINUTE_MS, clock }),
    failures: new RateLimit({ maxRequests: MAX_FAILURES_PER_MINUTE, spanMs: MINUTE_MS, clock }),
  };
}

async function openProviders(
  { settings, clock, log }: RelayOptions,
  cleanup: AsyncDisposableStack,
): Promise<Providers> {
  const { appleTeamId: teamId, appleKeyId: keyId, appleKeyFile: keyFile, googleAccountFile: accountFile } = settings;
  const ca = settings.caFile === undefined ? undefined : await readFile(settings.caFile, "utf8");
  const shared = { ca, clock, log };
  const isApple = teamId !== undefined && keyId !== undefined && keyFile !== undefined;
  const apns = isApple
    ? await openAppleProvider({ teamId, keyId, keyFile, url: settings.appleUrl, ...shared })
    : undefined;
  cleanup.defer(async () => apns?.close());
  const fcm =
    accountFile === undefined
      ? undefined
      : await openGoogleProvider({ accountFile, url: settings.googleUrl, ...shared });
  cleanup.defer(async () => fcm?.close());
  if (!apns && !fcm) log.warn("no push service is configured: no notifications can be sent");
  return { apns, fcm };
}

/** Returns whether a domain accepts email. If DNS is unavailable, returns true, so that servers can still register. */
async function hasMailHost(domain: string): Promise<boolean> {
  // A name without a dot, such as `localhost`, is not a public domain.
  if (!domain.includes(".")) return false;
  try {
    return (await new Resolver(DNS_OPTIONS).resolveMx(domain)).length > 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "ENOTFOUND" && code !== "ENODATA";
  }
}
