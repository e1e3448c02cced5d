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
import { createDatabase } from "../database/test-database.ts";
import { serverLog } from "./server-log.ts";
import { recordExchange } from "./traffic-recorder.ts";

/** Organizations are subdomains of this host. */
export const TEST_HOST = "parlance.test";
export const TEST_SECRET = Buffer.from("a secret that only tests know, long enough");

export interface TestServer extends Server {
  readonly port: number;
  readonly connection: ConnectionSettings;
  /** Where letters become files, if it has no mail server. */
  readonly mailFolder: string;
}

const folder = mkdtempSync(join(tmpdir(), "parlance-tests-"));
/** Where letters go of servers that do jobs and have no mail server; deleted when the file's tests are done. */
const MAIL_FOLDER = join(folder, "mail");

/** Where files are kept that are uploaded; deleted when the process is done. */
export const UPLOADS_FOLDER = join(folder, "uploads");

afterProcess(() => rm(folder, { recursive: true, force: true }));
// Not before the last of the file's servers has ended: each of them may still write there.
afterEachFile(() => rm(MAIL_FOLDER, { recursive: true, force: true }));

/** The limits of a server that sets none, for tests of them: the servers of tests have none. */
export const defaultRateLimits: DeclaredRateLimitRules = loadConfig({}).server.rateLimits;

const defaultSettings: ServerSettings = {
  ...defaultClientLimits,
  url: `http://${TEST_HOST}`,
  queueIdleSeconds: 600,
  // Watching tests leave theirs behind.
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
  answerPatienceSeconds: 60,
  rateLimits: loadConfig({ PARLANCE_RATE_LIMITS: "off" }).server.rateLimits,
  rateLimitResponseKib: 256,
  mailFolder: MAIL_FOLDER,
  uploadsFolder: UPLOADS_FOLDER,
  maxUploadMib: 100,
  uploadQuotaMib: 0,
  // As soon as can be: tests wait for it.
  mailRetrySeconds: 1,
};

/** What the servers of tests log. What went wrong in one is told: the answer says of it only that something did. */
const LOG_LEVEL = (process.env["PARLANCE_TEST_LOG"] ?? "error") as LogLevel;

let sharedServer: Promise<TestServer> | undefined;

/**
 * The server of this test process: real HTTP, a real database of its own, every answer checked against its schema. Files that
 * run one after another in the process share it; one that counts what is in all of the database starts its own.
 */
export async function testServer(): Promise<TestServer> {
  sharedServer ??= startShared();
  // Not the promise itself: code that waits for it would go on, for node:test, as part of the file that made it.
  const server = await sharedServer;
  return server;
}

async function startShared(): Promise<TestServer> {
  // Each statement is planned once. With few rows all plans are alike, and making one takes longer than what it plans.
  const { connection, drop } = await createDatabase({ plan_cache_mode: "force_generic_plan" });
  afterProcess(drop);
  return startServerOnDatabase(connection, {}, { registerCleanup: afterProcess });
}

afterEachFile(async () => {
  if (sharedServer) await untilIdle((await sharedServer).metrics);
  if (!clock.isMoved) return;
  // A server must not see the time go back: the next file gets another one.
  clock.reset();
  await (await sharedServer)?.[Symbol.asyncDispose]();
  sharedServer = undefined;
});

/** A server with settings of its own, on a database of its own. Closed when the file's tests are done. */
export async function startServer(
  settings: Partial<ServerSettings> = {},
  extent: TestServerOptions = {},
): Promise<TestServer> {
  const { connection, drop } = await createDatabase();
  afterFile(drop);
  return startServerOnDatabase(connection, settings, extent);
}

/** Another process's worth of server on the database of this one. */
export const startServerBeside = (
  { connection }: Pick<TestServer, "connection">,
  settings: Partial<ServerSettings> = {},
  extent: TestServerOptions = {},
): Promise<TestServer> => startServerOnDatabase(connection, settings, extent);

/** How much of a server runs. */
interface TestServerOptions {
  /** Whether it does jobs, such as sending mail. Default: no. */
  readonly withJobs?: boolean;
  /** How often it looks for work by itself, in seconds. Default: as often as usual. */
  readonly pollSeconds?: number;
  /** What tells it the time. Default: the clock of all servers. */
  readonly clock?: Clock;
  /** Where the credentials of a demo organization are said to be. Default: there is none. */
  readonly demo?: ServerOptions["demo"];
  /** Whether its answers are held against their declarations, and recorded. Default: yes; no where that is too much work. */
  readonly checkResponses?: boolean;
  /** Whether others may serve its database. Default: yes. */
  readonly shared?: boolean;
  /** Where it listens. Default: on any port that is free. */
  readonly port?: number;
  /** What sees to its end. Default: that of the file. */
  readonly registerCleanup?: typeof afterFile;
}

/** A server on a database that the test looks after. Closed when the file's tests are done, unless told otherwise. */
export async function startServerOnDatabase(
  connection: ConnectionSettings,
  settings: Partial<ServerSettings> = {},
  {
    withJobs = false,
    pollSeconds,
    demo,
    port = 0,
    clock: time = clock,
    checkResponses = true,
    shared: isShared = true,
    registerCleanup = afterFile,
  }: TestServerOptions = {},
): Promise<TestServer> {
  const server = await createServer({
    settings: { ...defaultSettings, ...settings },
    connection,
    poolSize: 10,
    secret: TEST_SECRET,
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
