import { hash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defaultClientLimits } from "@parlance/kernel/http/limits.ts";
import { stockAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { createLogger, type LogLevel } from "@parlance/kernel/base/log.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import type { ServerOptions } from "@parlance/server/app/server-options.ts";
import { createServer, type Server } from "@parlance/server/app/server.ts";
import type { ServerSettings } from "@parlance/server/app/settings.ts";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import type { DeclaredRateLimitRules } from "@parlance/server/app/config/rate-limits.ts";
import { afterEachFile, afterFile, afterProcess } from "../cleanup.ts";
import { clock } from "../test-clock.ts";
import { untilIdle } from "./idle-gauges.ts";
import { createDatabase, findTestPooler } from "../database/test-database.ts";
import { serverLog } from "./server-log.ts";
import { recordExchange } from "./traffic-recorder.ts";

/** Host of the test servers. Organizations are at its subdomains. */
export const TEST_HOST = "parlance.test";
export const TEST_SECRET = Buffer.from("a secret that only tests know, long enough");

export interface TestServer extends Server {
  readonly port: number;
  readonly connection: ConnectionSettings;
  /** Folder to which a server without a mail server writes emails. */
  readonly mailFolder: string;
}

const folder = mkdtempSync(join(tmpdir(), "parlance-tests-"));
/** Folder for the emails of servers that run jobs and have no mail server. Deleted when the file's tests are done. */
const MAIL_FOLDER = join(folder, "mail");

/**
 * Returns the folder for the uploaded files of the servers on a database. Databases must not share a folder, because
 * ids of their organizations, which are in the names of files, can be equal. Deleted when the process is done.
 */
const uploadsFolderOf = (connection: ConnectionSettings): string =>
  join(folder, "uploads", hash("sha256", JSON.stringify(connection)));

afterProcess(() => rm(folder, { recursive: true, force: true }));
// The mail folder is removed only when all servers of the file have ended, because each of them may still write to it.
afterEachFile(() => rm(MAIL_FOLDER, { recursive: true, force: true }));

/** The default rate limits, for tests of rate limits. Test servers have no rate limits otherwise. */
export const defaultRateLimits: DeclaredRateLimitRules = loadConfig({}).server.rateLimits;

const defaultSettings: Omit<ServerSettings, "uploadsFolder"> = {
  ...defaultClientLimits,
  url: `http://${TEST_HOST}`,
  queueIdleSeconds: 600,
  // Event queues accumulate, because tests that watch events do not delete them.
  queuesPerAccount: 10_000,
  heartbeatSeconds: 60,
  eventLogMaxAgeSeconds: 604_800,
  invitationValidityMinutes: 14_400,
  invitationsPerDay: 0,
  invitationsPerDayOfNewcomers: 0,
  sendLoginEmails: true,
  wireAliases: stockAliases,
  emailGatewayPattern: "",
  incomingMailHost: "127.0.0.1",
  gravatar: true,
  webPublicChannels: true,
  linkPreviews: true,
  linkPreviewInternalHosts: [],
  trustedProxies: 0,
  messagePageBytes: 10_000_000,
  answersBytes: 256_000_000,
  responseReadTimeoutSeconds: 60,
  rateLimits: loadConfig({ PARLANCE_RATE_LIMITS: "off" }).server.rateLimits,
  rateLimitResponseKib: 256,
  mailFolder: MAIL_FOLDER,
  dataDir: folder,
  maxUploadMib: 100,
  uploadQuotaMib: 0,
  // As short as possible, because tests wait for the retry.
  mailRetrySeconds: 1,
};

/** Log level of test servers. Errors are logged, because a response to an internal error contains no details. */
const LOG_LEVEL = (process.env["PARLANCE_TEST_LOG"] ?? "error") as LogLevel;

let sharedServer: Promise<TestServer> | undefined;

/**
 * Returns the server of this test process. It uses real HTTP and a separate real database, and checks every response
 * against its schema. Test files that run in the same process, one after another, share it. A file that counts rows of
 * the whole database must start its own server.
 */
export async function testServer(): Promise<TestServer> {
  sharedServer ??= startShared();
  // Awaited here, because node:test attributes code that waits for a promise to the file that created the promise.
  const server = await sharedServer;
  return server;
}

async function startShared(): Promise<TestServer> {
  // Each statement is planned once for all values. With few rows, all plans are similar, and planning takes longer than
  // running.
  const { connection, dropDatabase } = await createDatabase({ plan_cache_mode: "force_generic_plan" });
  afterProcess(dropDatabase);
  return startServerOnDatabase(connection, {}, { registerCleanup: afterProcess });
}

afterEachFile(async () => {
  if (sharedServer) await untilIdle((await sharedServer).metrics);
  if (!clock.isMoved) return;
  // Resetting the clock may move the time backwards, which a server must never see. So the next file gets a new server.
  clock.reset();
  await (await sharedServer)?.[Symbol.asyncDispose]();
  sharedServer = undefined;
});

/** Starts a server with the given settings, on a new database. Closed when the file's tests are done. */
export async function startServer(
  settings: Partial<ServerSettings> = {},
  extent: TestServerOptions = {},
): Promise<TestServer> {
  const { connection, dropDatabase } = await createDatabase();
  afterFile(dropDatabase);
  return startServerOnDatabase(connection, settings, extent);
}

/** Starts a second server on the same database, as another process of the same server would be. */
export const startServerBeside = (
  { connection }: Pick<TestServer, "connection">,
  settings: Partial<ServerSettings> = {},
  extent: TestServerOptions = {},
): Promise<TestServer> => startServerOnDatabase(connection, settings, extent);

/** Options of a test server, in addition to its settings. */
interface TestServerOptions {
  /** Whether the server runs jobs, such as sending email. Default: no. */
  readonly withJobs?: boolean;
  /** Interval at which the server polls for work, in seconds. Default: the usual interval. */
  readonly pollSeconds?: number;
  /** The server's secret. Default: the secret that all test servers share. */
  readonly secret?: Uint8Array;
  /** Clock of the server. Default: the clock that all test servers share. */
  readonly clock?: Clock;
  /**
   * Where the demo organization's credentials are stored, as shown to users. Default: there is no demo organization.
   */
  readonly demo?: ServerOptions["demo"];
  /**
   * Whether responses are checked against their declarations and recorded. Default: true. False in tests for which this
   * takes too long.
   */
  readonly checkResponses?: boolean;
  /** Whether other processes may serve the same database. Default: yes. */
  readonly shared?: boolean;
  /** Port. Default: any free port. */
  readonly port?: number;
  /** Function that registers the cleanup. Default: cleanup at the end of the file. */
  readonly registerCleanup?: typeof afterFile;
}

/**
 * Starts a server on a database that the test manages. Closed when the file's tests are done, unless `registerCleanup`
 * is given.
 */
export async function startServerOnDatabase(
  connection: ConnectionSettings,
  settings: Partial<ServerSettings> = {},
  {
    withJobs = false,
    pollSeconds,
    demo,
    port = 0,
    secret = TEST_SECRET,
    clock: time = clock,
    checkResponses = true,
    shared: isShared = true,
    registerCleanup = afterFile,
  }: TestServerOptions = {},
): Promise<TestServer> {
  const server = await createServer({
    settings: { ...defaultSettings, uploadsFolder: uploadsFolderOf(connection), ...settings },
    connection,
    pooler: findTestPooler(connection),
    poolSize: 10,
    secret,
    clock: time,
    log: createLogger({ level: LOG_LEVEL, readable: true, destination: serverLog }),
    shared: isShared,
    strict: checkResponses,
    withJobs,
    pollSeconds,
    metricsOfProcess: false,
    demo,
    onExchange: checkResponses ? recordExchange : undefined,
  });
  server.plain?.listen(settings.https?.httpPort, "127.0.0.1");
  await server.app.listen({ host: "127.0.0.1", port });
  const close = async () => {
    await server[Symbol.asyncDispose]();
    await untilIdle(server.metrics);
  };
  registerCleanup(close);
  return {
    ...server,
    [Symbol.asyncDispose]: close,
    connection,
    mailFolder: MAIL_FOLDER,
    port: (server.app.server.address() as AddressInfo).port,
  };
}
