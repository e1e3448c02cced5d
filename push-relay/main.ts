import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import { systemClock } from "@parlance/kernel/base/clock.ts";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { createDataDirectory, assertDataDirectoryUsable } from "@parlance/kernel/files/data-directory.ts";
import { EmbeddedPostgresError, startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { createLogger, type Logger } from "@parlance/kernel/base/log.ts";
import { loadSettings, type RelaySettings } from "./settings.ts";

/** Options for starting a relay. */
export interface RelayProcessOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Stream to which the relay writes the message that it is listening. */
  readonly stdout: Writable;
  /** Stream for the log. Default: standard output of this process. */
  readonly log?: Writable | undefined;
  /** Aborted when the relay should stop. */
  readonly signal: AbortSignal;
  /** Port, which overrides the environment variable. */
  readonly port?: number | undefined;
  /** Data directory, which overrides the environment variable. */
  readonly dataDir?: string | undefined;
}

/** Loads the settings. Command-line options override environment variables. */
const relaySettings = ({ env, port, dataDir }: Pick<RelayProcessOptions, "env" | "port" | "dataDir">) =>
  loadSettings({
    ...env,
    ...(port === undefined ? {} : { PARLANCE_RELAY_PORT: String(port) }),
    ...(dataDir === undefined ? {} : { PARLANCE_RELAY_DATA_DIR: dataDir }),
  });

/** Runs a relay until it is stopped. Before it returns, everything that it has started is closed. */
export async function runRelay(options: RelayProcessOptions): Promise<void> {
  const { signal, stdout } = options;
  const settings = relaySettings(options);
  const log = createLogger({ level: settings.logLevel, destination: options.log });
  await assertDataDirectoryUsable(settings.dataDir);
  await createDataDirectory(settings.dataDir);
  await using cleanup = new AsyncDisposableStack();
  const { connection, died } = await openPostgres(settings, log, cleanup);
  const { createRelay } = await import("./relay.ts");
  const { app } = cleanup.use(
    await createRelay({ settings, connection, clock: systemClock, log, metricsOfProcess: true }),
  );
  const { host, port } = settings;
  await app.listen({ host, port }).catch((cause: unknown) => {
    throw new ConfigError(
      `cannot listen on ${host}, port ${port}: ${errorText(cause)}. Change them with PARLANCE_RELAY_HOST and --port.`,
      { cause },
    );
  });
  const { port: boundPort } = app.server.address() as AddressInfo;
  stdout.write(`listening on http://${host.includes(":") ? `[${host}]` : host}:${boundPort}\n`);
  await Promise.race([signal.aborted ? undefined : once(signal, "abort"), died]);
  log.info("stopping");
}

/**
 * Opens the database of DATABASE_URL, or else an embedded database. `died` rejects if the embedded database ends
 * unexpectedly.
 */
async function openPostgres(
  { databaseUrl, dataDir, postgresBin: binDir }: RelaySettings,
  log: Logger,
  cleanup: AsyncDisposableStack,
): Promise<{ connection: ConnectionSettings; died: Promise<never> }> {
  if (databaseUrl !== undefined) {
    return { connection: { connectionString: databaseUrl }, died: new Promise(() => undefined) };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir,
    binDir,
    log: (message, more) => log.info(more ?? {}, message),
  });
  cleanup.defer(() => postgres.stop());
  const died = postgres.exited.then((how) => {
    throw new EmbeddedPostgresError(`the embedded database stopped unexpectedly: ${how}`);
  });
  died.catch(() => undefined);
  return { connection: postgres.connection, died };
}
