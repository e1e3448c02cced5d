import { rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Writable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { findSecret, SECRET_FINGERPRINT, loadOrCreateSecret } from "#modules/sign-in/core/server-secret.ts";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { findConfig, type Config } from "./config/load-config.ts";
import { metricsAddressNames } from "./config/metrics-settings.ts";
import { assertDataDirectoryUsable, createDataDirectory } from "@parlance/kernel/files/data-directory.ts";
import { logOutage } from "@parlance/kernel/db/outage.ts";
import { findDatabaseUnusable } from "@parlance/kernel/db/database-unusable.ts";
import { createLogger, type Logger } from "@parlance/kernel/base/log.ts";
import { readCertificateFiles } from "../https/certificate-files.ts";
import { connectDatabase } from "./database/connect-database.ts";
import { assertAddressAvailable, listen } from "./listen-address.ts";
import { loadSettingsFromFiles } from "./settings.ts";
import type { DemoFile } from "../pages/http/page-types.ts";

/** Options for starting a server. */
export interface ServeOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Stream to which the server's address is written as soon as the server listens. */
  readonly stdout: Writable;
  /** Stream to which the log is written. Default: the standard output of this process. */
  readonly log?: Writable | undefined;
  /** Aborted to stop the server. */
  readonly signal: AbortSignal;
  /** Settings file. Default: the first that exists at the usual places. */
  readonly config?: string | undefined;
  /** Overrides the port of the environment and the settings file. */
  readonly port?: number | undefined;
  /** Overrides the data directory of the environment and the settings file. */
  readonly dataDir?: string | undefined;
  /**
   * Whether a new data directory gets the demo organization. Default: true. Has no effect with `DATABASE_URL`: an
   * external database never gets the demo organization.
   */
  readonly demo?: boolean | undefined;
  /** The command that starts the command line, for instructions to the operator. */
  readonly program: string;
}

/**
 * Runs a server until its signal is aborted, and throws if the embedded database ends before that. In both cases,
 * everything that was started is closed first.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { signal, stdout } = options;
  const config = findConfig(options);
  const log = createLogger({ level: config.logLevel, destination: options.log });
  logSettingsFile(log, config);
  const dataDir = resolve(config.dataDir);
  await checkPrerequisites(config, dataDir);
  const settings = await loadSettingsFromFiles(config, options.env);
  await createDataDirectory(dataDir);

  await using cleanup = new AsyncDisposableStack();
  const opened = await connectDatabase(config, { dataDir, log, signal, onSpawned: preloadServer }, cleanup);
  if (!opened) return;
  const { connection, facts, died } = opened;
  const secret = await loadOrCreateSecret(facts.get(SECRET_FINGERPRINT), { dataDir, configured: config.secret });
  const { createServer, createDemoOrganization, hasRealm } = await loadServer();
  const demo: DemoFile = { credentials: null };
  const server = await createServer({
    ...opened,
    settings,
    poolSize: config.databasePoolSize,
    secret,
    clock: systemClock,
    log,
    shared: config.databaseUrl !== undefined,
    strict: config.strict,
    withJobs: true,
    metricsOfProcess: true,
    demo,
  }).catch((error: unknown) => {
    throw (config.databaseUrl === undefined ? undefined : findDatabaseUnusable(error)) ?? error;
  });
  const url = await listen(cleanup.use(server), config);
  // If the configured port is 0, the actual port is known only now. No request has been answered yet.
  if (config.externalUrl === undefined) settings.url = url;
  if (options.demo !== false && config.databaseUrl === undefined) {
    const { url: site, gravatar } = settings;
    const about = { dataDir, site, gravatar, secret, now: systemClock.now(), files: server.files };
    if (await createDemoOrganization(server.db, about)) demo.credentials = join(dataDir, "demo-credentials.json");
    if (demo.credentials)
      log.info(`the users, passwords and API keys of the demo organization are in ${demo.credentials}`);
  }
  const isEmpty = !(await hasRealm(server.db.reader).catch((error: unknown) => isOutage(log, error)));
  await writeAddressFile(dataDir, { pid: process.pid, url, connection }, cleanup);
  stdout.write(`listening on ${url}\n`);
  if (isEmpty) stdout.write(nextSteps(options, dataDir));
  collectGarbage();
  await Promise.race([waitForAbort(signal), died]);
  log.info("stopping");
}

/**
 * Returns true if the error is a database outage, and throws any other error. During an outage, a server that already
 * listens keeps running and responds with 503.
 */
function isOutage(log: Logger, error: unknown): true {
  if (logOutage(log, error)) return true;
  throw error;
}

/** Returns instructions for the operator of a server on which no organization exists. */
function nextSteps({ program }: ServeOptions, dataDir: string): string {
  const options = `${dataDir === resolve("data") ? "" : ` --data-dir '${dataDir}'`} --name "Acme"`;
  return (
    "No organization exists yet. To create one, run this command in a second terminal, with the same settings. It prints\n" +
    "or asks for the password with which the owner logs in.\n\n" +
    `  ${program} organization create${options} --owner-email ada@example.com --owner-name "Ada Okafor"\n\n`
  );
}

/** Logs which settings file was read, and the warnings about settings. */
function logSettingsFile(log: Logger, { settingsFile, searchedFiles, warnings }: Config): void {
  if (settingsFile !== undefined) log.info(`the settings are read from ${settingsFile}`);
  else log.info(`there is no settings file (searched: ${searchedFiles.join(", ")})`);
  for (const warning of warnings) log.warn(warning);
}

/**
 * Loads the server's code. Called once a database is available or starting, so that a start that fails earlier does not
 * load all of it.
 */
const loadServer = async () => ({
  ...(await import("./server.ts")),
  ...(await import("../demo/index.ts")),
  hasRealm: (await import("#modules/organizations/core/queries.ts")).hasRealm,
});

// If the import fails, the caller that awaits `loadServer` later reports the error.
const preloadServer = () => void loadServer().catch(() => undefined);

/** Checks for conflicts and unusable files before anything is created. */
async function checkPrerequisites(config: Config, dataDir: string): Promise<void> {
  await assertDataDirectoryUsable(dataDir);
  await findSecret(dataDir, config.secret);
  await assertAddressAvailable(config);
  const { host, httpPort, server } = config;
  if (httpPort !== undefined) await assertAddressAvailable({ host, port: httpPort, setting: "PARLANCE_HTTP_PORT" });
  const { metricsAddress } = config;
  if (metricsAddress) await assertAddressAvailable({ ...metricsAddress, ...metricsAddressNames });
  const { certificates } = server.https ?? {};
  if (certificates && "certFile" in certificates) await readCertificateFiles(certificates);
}

/** Frees the garbage of the start: tens of megabytes that an idle server would otherwise keep for hours. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  // The flavor "last-resort" is the most thorough collection: it also returns memory to the operating system.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

/**
 * Writes the addresses of this server and its database to a file, from which other commands of the command-line
 * interface read them.
 */
async function writeAddressFile(dataDir: string, address: object, cleanup: AsyncDisposableStack): Promise<void> {
  const path = join(dataDir, "server.json");
  await writeFile(path, `${JSON.stringify(address, null, 2)}\n`, { mode: 0o600 });
  cleanup.defer(() => rm(path, { force: true }));
}

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}
