import { readFile } from "node:fs/promises";
import { Resolver } from "node:dns/promises";
import type { FastifyInstance } from "fastify";
import type { Clock } from "@parlance/server/kernel/clock.ts";
import type { ConnectionSettings } from "@parlance/server/kernel/db/pool.ts";
import type { Logger } from "@parlance/server/kernel/log.ts";
import { createMetrics } from "@parlance/server/kernel/metrics.ts";
import type { Resolve } from "@parlance/server/kernel/outgoing/ssrf-guard.ts";
import { forgetOld } from "./actions/delete-expired.ts";
import { buildApp, type RelayBounds } from "./app.ts";
import { openDatabase } from "./database.ts";
import { Delivery, type Providers } from "./notification-delivery.ts";
import type { RelayServices } from "./operations/operation.ts";
import { HostnameProofs } from "./hostname-proof.ts";
import { ensureKey, readKeys } from "./key-pairs.ts";
import { openApple } from "./providers/apple.ts";
import { openGoogle } from "./providers/google.ts";
import { RateLimit } from "./rate-limit.ts";
import type { RelaySettings } from "./settings.ts";

export interface RelayOptions {
  readonly settings: RelaySettings;
  readonly connection: ConnectionSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metricsOfProcess: boolean;
  /** Whether a domain takes mail. Default: what the name service says. */
  readonly takesMail?: (domain: string) => Promise<boolean>;
  /** Over the usual ones. */
  readonly bounds?: Partial<RelayBounds>;
  /** The addresses of a host name that is to be proven. Default: what the system says. */
  readonly resolve?: Resolve | undefined;
}

/** A relay that is ready to listen. */
export interface Relay extends AsyncDisposable {
  readonly app: FastifyInstance;
  /** Forgets what is not needed any more; done at the start, and every few hours. */
  forgetOld(): Promise<void>;
}

const MINUTE_MS = 60_000;
const FORGETTING_MS = 6 * 60 * MINUTE_MS;
/** How long a stop waits for what is under way: longer than any notice is tried. */
const STOP_PATIENCE_MS = 13_000;
/** How long the name service may take, in milliseconds, and how often it is asked. */
const NAME_SERVICE = { timeout: 2_000, tries: 2 };
/** What requests may take: memory for bodies, the time for headers, the pace at which bodies have to arrive, time for a proof. */
const BOUNDS = {
  bodiesMib: 64,
  headersTimeoutMs: 10_000,
  bodyBytesPerSecond: 8_192,
  bodyGraceSeconds: 5,
  proofTimeoutMs: 5_000,
};
/** Requests of one network with wrong credentials, within a minute. */
const MAX_FAILURES_PER_MINUTE = 100;

/** Puts a relay together on a database. Disposing of it answers what is under way, and closes everything it opened. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { settings, connection, clock, log, takesMail = hasMailHost, resolve } = options;
  await using cleanup = new AsyncDisposableStack();
  const providers = await openProviders(options, cleanup);
  const pool = await openDatabase(connection, log);
  cleanup.defer(() => pool.end());
  await ensureKey(settings.dataDir);
  const metrics = createMetrics({ ofProcess: options.metricsOfProcess });
  const { registry } = metrics;
  const limits = limitsOf(options);
  const services: RelayServices = {
    pool,
    clock,
    delivery: new Delivery(providers, clock, registry),
    keys: () => readKeys(settings.dataDir),
    takesMail: settings.checkMailDomains ? takesMail : async () => true,
    hostnameProofs: new HostnameProofs({
      internalServers: settings.internalServers ?? [],
      timeoutMs: limits.bounds.proofTimeoutMs,
      registry,
      resolve,
    }),
    maxDevices: settings.devicesPerServer,
  };
  const app = buildApp({ services, log, metrics, trustedProxies: settings.trustedProxies, ...limits });
  cleanup.defer(async () => {
    const patience = setTimeout(() => app.server.closeAllConnections(), STOP_PATIENCE_MS);
    await app.close();
    clearTimeout(patience);
  });
  const forgets = () => forgetOld(pool, clock.now());
  await forgets();
  const forgetting = setInterval(() => {
    forgets().catch((err: unknown) => log.warn({ err }, "old data could not be deleted; retrying later"));
  }, FORGETTING_MS);
  cleanup.defer(() => clearInterval(forgetting));
  const owned = cleanup.move();
  return { app, forgetOld: forgets, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Limits for all callers together, for a network and for a server. */
function limitsOf({ settings, clock, bounds }: RelayOptions) {
  const { requestsPerMinute, registrationsPerHour, connectionsPerAddress: most } = settings;
  return {
    bounds: { ...BOUNDS, connectionsPerAddress: most, requestsPerAddress: most, ...bounds },
    requests: new RateLimit({ most: requestsPerMinute, spanMs: MINUTE_MS, clock }),
    registrations: new RateLimit({ most: registrationsPerHour, spanMs: 60 * MINUTE_MS, clock }),
    failures: new RateLimit({ most: MAX_FAILURES_PER_MINUTE, spanMs: MINUTE_MS, clock }),
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
  const apns = isApple ? await openApple({ teamId, keyId, keyFile, url: settings.appleUrl, ...shared }) : undefined;
  cleanup.defer(async () => apns?.close());
  const fcm =
    accountFile === undefined ? undefined : await openGoogle({ accountFile, url: settings.googleUrl, ...shared });
  cleanup.defer(async () => fcm?.close());
  if (!apns && !fcm) log.warn("no push service is configured: no notifications can be sent");
  return { apns, fcm };
}

/** Only a clear no is one: where the name service is away, a server may register. */
async function hasMailHost(domain: string): Promise<boolean> {
  // As `localhost`.
  if (!domain.includes(".")) return false;
  try {
    return (await new Resolver(NAME_SERVICE).resolveMx(domain)).length > 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code !== "ENOTFOUND" && code !== "ENODATA";
  }
}
