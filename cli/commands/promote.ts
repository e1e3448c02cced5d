import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import pg from "pg";
import { inspectDatabase } from "@parlance/kernel/db/database-inspection.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";
import { isNetworkError, findOutage } from "@parlance/kernel/db/outage.ts";
import type { ConnectionSettings } from "@parlance/kernel/db/pool.ts";
import { detectPooler } from "@parlance/kernel/db/pooler.ts";
import { clearDatabaseMoved, markDatabaseMoved, findPromotion, activateCopy } from "@parlance/kernel/db/promotion.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { originName } from "../origin-name.ts";
import { createProgressLine } from "../backup/progress-line.ts";
import { CommandError } from "../command-error.ts";
import { loadConfigFor, type Installation, openInstallation } from "../installation.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, printResult } from "../output.ts";
import { type CopyResult, copyDatabase } from "../promotion/copy-database.ts";
import { blockWrites } from "../promotion/block-writes.ts";

/** Time in which a server should stop after SIGTERM before it is killed, in milliseconds. */
const STOP_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 100;

const TERMINATE_BLOCKED = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

interface PromoteOptions extends GlobalOptions {
  readonly undo?: true;
}

export const promoteCommand = (): Command =>
  new Command("promote")
    .summary("move from the embedded database to a PostgreSQL server")
    .description(
      "Copies the embedded database of a data directory to an empty database on a PostgreSQL server and compares the two " +
        "row by row. Event queues are preserved. A running server keeps serving reads, lets writes " +
        "wait, and is stopped at the end; start it again with DATABASE_URL. The data directory is still needed: the server's " +
        "secret and uploaded files are in it. It does not change until the copy is complete. Afterwards, the embedded " +
        "database is kept as it is, and no server starts with it unless you run `promote --undo`.",
    )
    .argument("[url]", "the empty database: postgres://user:password@host/name")
    .option("--undo", "switch back to the embedded database")
    .addHelpText(
      "after",
      `
Examples:
  parlance promote postgres://parlance:secret@db.example.com/parlance
  parlance promote --undo                 switch back; data written to the new database stays there`,
    )
    .action(async (url: string | undefined, _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<PromoteOptions>();
      assertEmbedded(loadConfigFor(options));
      if (options.undo) return undo(options);
      if (url === undefined)
        throw new CommandError("specify the new database: parlance promote postgres://user:password@host/name");
      return promote(url, options);
    });

/** @throws CommandError if the embedded database is not in use */
function assertEmbedded({ databaseUrl, sources }: Config): void {
  if (databaseUrl === undefined) return;
  const name = originName(sources.databaseUrl.origin, "DATABASE_URL");
  throw new CommandError(
    `${name} is set, so the embedded database is not in use. If there is one to move, unset ${name}.`,
  );
}

async function promote(url: string, options: GlobalOptions): Promise<void> {
  const signal = options.shell.stopSignal();
  const target = await resolveTarget(url);
  const line = createProgressLine(options);
  await using from = await openReadyInstallation(options);
  // From here on, nothing can be written to the old database. If no server is running, there is nothing to block.
  await using _still = from.ownsDatabase ? undefined : await blockWrites(from.connection);
  const copied = await copyDatabase({ from, to: target.connection, report: line.report, signal })
    .finally(line.end)
    .catch((error: unknown) => {
      throw signal.aborted ? new CommandError("interrupted: nothing was changed") : error;
    });
  await from.db.write((tx) => markDatabaseMoved(tx, target.name, new Date()));
  // The server is stopped before the copy can be used. Otherwise, it could write again as soon as this command ends and
  // the writes are no longer blocked.
  if (from.serverPid !== undefined) await stopServer(from.serverPid, from);
  await markUsable(target.connection);
  printPromotionResult(copied, target, from, options);
}

interface Target {
  readonly connection: ConnectionSettings;
  /** Name of the database for messages: its host and path in the URL. */
  readonly name: string;
}

/** Parses the URL and checks the new database, before any write is blocked. */
async function resolveTarget(url: string): Promise<Target> {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new CommandError(`${url} is not the URL of a database; use the form postgres://user:password@host/name`);
  }
  const connection = { connectionString: url };
  const { facts } = await inspectDatabase(connection, { migrations: MIGRATIONS }).catch((error: unknown) => {
    if (findOutage(error) === undefined && !isNetworkError(error)) throw error;
    throw new CommandError(`the new database cannot be reached: ${errorText(error)}`, { cause: error });
  });
  const name = `${parsed.host}${parsed.pathname}`;
  if ((await detectPooler(connection)) === "transaction") {
    throw new CommandError(
      `${name} is behind a connection pooler in transaction mode: use the address of PostgreSQL itself`,
    );
  }
  if (facts.size > 0) throw new CommandError(targetInUseError(name, facts));
  return { connection, name };
}

const targetInUseError = (name: string, facts: ReadonlyMap<string, string>): string =>
  findPromotion(facts)?.state === "copy"
    ? `${name} contains an unfinished copy: drop it, recreate it and run the command again`
    : `${name} is not empty: use a new database, created with \`createdb --encoding=UTF8\``;

/** Stops the server. Its blocked writes are abandoned; none of them was acknowledged to a client. */
async function stopServer(pid: number, { db }: Installation): Promise<void> {
  sendSignal(pid, "SIGTERM");
  for (const deadline = performance.now() + STOP_TIMEOUT_MS; sendSignal(pid, 0); await sleep(POLL_INTERVAL_MS)) {
    // If the server uses the embedded database, the database stops with the server, and this query fails.
    await db.pool.query(TERMINATE_BLOCKED).catch(() => undefined);
    if (performance.now() > deadline) sendSignal(pid, "SIGKILL");
  }
}

/** Sends a signal to a process. Returns false if the process does not exist. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw new CommandError(`the server (process ${pid}) belongs to another user: stop it and run the command again`, {
      cause: error,
    });
  }
}

/** Marks the copy as usable. From then on, servers can start with it. */
async function markUsable(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: "parlance promote" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await activateCopy(client);
  } finally {
    await client.end();
  }
}

function printPromotionResult(
  { tables, rows }: CopyResult,
  { name }: Target,
  from: Installation,
  options: GlobalOptions,
): void {
  const stopped = from.serverPid !== undefined;
  printResult(
    options,
    { to: name, tables, rows, server_stopped: stopped, data_dir: from.dataDir },
    `Copied ${tables} tables with ${rows} rows to ${name} and verified them.` +
      `${stopped ? " The server was stopped." : ""}\n` +
      `Start the server with database.url (DATABASE_URL) set to that database, and the data directory ${from.dataDir} as before: its secret ` +
      "and uploaded files are there. Once everything works, you can delete its postgres folder.",
  );
}

async function undo(options: GlobalOptions): Promise<void> {
  await using installation = await openInstallation(options, { allowPromoted: true });
  const { facts } = await inspectDatabase(installation.connection, { migrations: MIGRATIONS });
  const promotion = findPromotion(facts);
  if (promotion?.state !== "moved") throw new CommandError(`the database in ${installation.dataDir} was not promoted`);
  await installation.db.write(clearDatabaseMoved);
  printResult(
    options,
    { data_dir: installation.dataDir, was_promoted_to: promotion.to },
    `Switched back to the database in ${installation.dataDir}, in its state at ${promotion.at}. Unset database.url (DATABASE_URL). Data ` +
      `written to ${promotion.to} since then is only there.`,
  );
}
