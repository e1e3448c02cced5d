// The server under measurement, as a child process.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { loadConfig } from "@parlance/server/app/config/load-config.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { defaultClientLimits } from "@parlance/kernel/http/limits.ts";
import { stockAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { createLogger } from "@parlance/kernel/base/log.ts";
import { createServer, type Server } from "@parlance/server/app/server.ts";
import { handleParentCalls, processMeasures } from "./child-process.ts";
import { timePageQuery, type PageQuery } from "./time-page-query.ts";
import { POOL_SIZE, SECRET, SITE } from "./server-settings.ts";

export interface MeasuredServerOptions {
  readonly connection: ConnectionSettings;
  /** Settings of rate limits. Default: no rate limits. */
  readonly rateLimits?: Readonly<Record<string, string>>;
  /** Whether the server runs jobs and indexes new messages for search. Default: false. */
  readonly withJobs?: boolean;
}

/** Folder of the server's files, which is removed at the end. */
const folder = mkdtempSync(join(tmpdir(), "parlance-bench-files-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const uploads = join(folder, "uploads");
mkdirSync(uploads);

let server: Server | undefined;

const createSettings = (
  rateLimits: Readonly<Record<string, string>>,
): Parameters<typeof createServer>[0]["settings"] => ({
  ...defaultClientLimits,
  // All clients of the benchmarks have the same address, so the limits per address must not apply.
  connectionsPerAddress: 1_000_000,
  requestsPerAddress: 1_000_000,
  url: SITE,
  dataDir: tmpdir(),
  queueIdleSeconds: 600,
  queuesPerAccount: 100,
  // Longer than any measurement, because waiting polls must end only when an event occurs.
  heartbeatSeconds: 3600,
  eventLogMaxAgeSeconds: 604_800,
  invitationValidityMinutes: 14_400,
  invitationsPerDay: 0,
  invitationsPerDayOfNewcomers: 0,
  wireAliases: stockAliases,
  emailGatewayPattern: "",
  incomingMailHost: "127.0.0.1",
  gravatar: true,
  webPublicChannels: true,
  linkPreviews: false,
  linkPreviewInternalHosts: [],
  trustedProxies: 0,
  messagePageBytes: 10_000_000,
  answersBytes: 256_000_000,
  responseReadTimeoutSeconds: 60,
  rateLimits: loadConfig(rateLimits).server.rateLimits,
  rateLimitResponseKib: 256,
  mailFolder: join(folder, "mail"),
  uploadsFolder: uploads,
  maxUploadMib: 100,
  uploadQuotaMib: 0,
  mailRetrySeconds: 60,
  sendLoginEmails: false,
});

handleParentCalls({
  ...processMeasures,
  async start({
    connection,
    rateLimits = { PARLANCE_RATE_LIMITS: "off" },
    withJobs = false,
  }: MeasuredServerOptions): Promise<number> {
    server = await createServer({
      settings: createSettings(rateLimits),
      connection,
      poolSize: POOL_SIZE,
      secret: SECRET,
      clock: systemClock,
      log: createLogger({ level: "warn" }),
      shared: false,
      strict: false,
      withJobs,
      metricsOfProcess: true,
    });
    await server.app.listen({ host: "127.0.0.1", port: 0 });
    return (server.app.server.address() as AddressInfo).port;
  },
  /** Loads these organizations into memory. */
  async readOrganizations(realmIds: readonly number[]): Promise<void> {
    for (const realmId of realmIds) await server?.snapshots.current(realmId);
  },
  timeFinding: (quest: PageQuery) => server && timePageQuery(server, quest),
  /** Returns the number of waiting polls. */
  pendingPolls: () => server?.queues.size.waiting ?? 0,
});
