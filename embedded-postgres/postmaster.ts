import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { clusterDirArgument, toProgramError, type PostgresPrograms } from "./cluster.ts";
import { spawnOptions } from "./run-command.ts";
import { ownerSetting } from "./cluster-owner.ts";
import type { LogMessage } from "./orphaned-processes.ts";
import { toArguments, fixedSettings, isShutdownMessage, isRoutineMessage } from "./postgres-settings.ts";
import { startWatchdog } from "./watchdog.ts";

const READY_POLL_MS = 10;
const SLOW_START_LOG_MS = 10_000;
const MAX_LOG_LINES = 30;
const FINAL_LOG_MS = 1_000;
/**
 * Timeouts for a shutdown with a checkpoint (fast), and for one without a checkpoint (immediate). Neither shutdown
 * loses data.
 */
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

export interface Postmaster {
  readonly pid: number;
  /** Resolves with the exit status and the last output when the process has ended for any reason. */
  readonly ended: Promise<string>;
  /** Shuts the database down and waits until it has ended. */
  shutDown(): Promise<void>;
}

interface PostmasterOptions {
  readonly clusterDir: string;
  readonly runDirectory: string;
  readonly programs: PostgresPrograms;
  readonly durable: boolean;
  readonly log: LogMessage;
  readonly onSpawned?: (() => void) | undefined;
}

/** Starts the database and waits until it accepts connections. After a crash, this includes the recovery. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { clusterDir, runDirectory, programs, durable, log, onSpawned } = options;
  const { osUser, bin } = programs;
  const data = await clusterDirArgument(clusterDir, osUser);
  const settings = { ...fixedSettings(runDirectory, durable), ...(await ownerSetting()) };
  const child = spawn(join(bin, "postgres"), ["-D", data, ...toArguments(settings)], {
    ...spawnOptions({ cwd: clusterDir, osUser }),
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let isStopping = false;
  const lines = followLog(child, (line) => {
    if (!(isStopping ? isShutdownMessage(line) : isRoutineMessage(line))) log(`PostgreSQL: ${line}`);
  });
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  const watchdog = startWatchdog({ pid, clusterDir, runDirectory, osUser });
  const ended = waitForExit(child).then(async (how) => {
    await watchdog.dismiss();
    return [how, ...lines].join("\n");
  });
  onSpawned?.();
  const early = await Promise.race([ended, waitUntilReady(clusterDir, pid, child, log)]);
  if (early !== undefined) throw toProgramError("starting the database", dirname(clusterDir), early);
  return {
    pid,
    ended,
    shutDown() {
      isStopping = true;
      return shutDown(child, ended);
    },
  };
}

/** Resolves when the process has ended and its last output has been read, or after a timeout. */
async function waitForExit(child: ChildProcess): Promise<string> {
  child.on("error", () => {}); // ignored: if a signal could not be sent, the next, stronger signal may succeed
  const closed = new Promise((resolve) => child.once("close", resolve));
  await new Promise((resolve) => child.once("exit", resolve));
  // The postmaster's child processes have the same pipe open, so the pipe closes late if a busy child does not notice
  // that the postmaster has ended. Hence the timeout.
  const timeout = new AbortController();
  await Promise.race([closed, sleep(FINAL_LOG_MS, undefined, { signal: timeout.signal }).catch(() => {})]);
  timeout.abort();
  return child.signalCode === null ? `exit code ${child.exitCode}` : `signal ${child.signalCode}`;
}

/**
 * Passes PostgreSQL's log lines to `onLine`. Returns an array with the last lines, which is updated as more lines are
 * logged.
 */
function followLog(child: ChildProcess, onLine: (line: string) => void): string[] {
  const last: string[] = [];
  if (child.stderr === null) return last;
  createInterface({ input: child.stderr }).on("line", (line) => {
    last.push(line);
    if (last.length > MAX_LOG_LINES) last.shift();
    onLine(line);
  });
  return last;
}

/**
 * Waits until PostgreSQL's pidfile contains the pid of this postmaster, and reports on the eighth line that the
 * database is ready.
 */
async function waitUntilReady(
  clusterDir: string,
  pid: number,
  child: ChildProcess,
  log: LogMessage,
): Promise<undefined> {
  const began = performance.now();
  let reports = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const lines = (await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    if (lines[0] === String(pid) && lines[7]?.trim() === "ready") return;
    if (performance.now() - began > SLOW_START_LOG_MS * (reports + 1)) {
      reports++;
      log("the database is still starting; after a crash, it first replays its write-ahead log", {
        pid,
      });
    }
    await sleep(READY_POLL_MS);
  }
  // The process has ended. The other promise of the race reports this, so this one never resolves.
  await new Promise(() => {});
}

async function shutDown(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const measures = [
    ["SIGINT", FAST_SHUTDOWN_MS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MS],
  ] as const;
  for (const [signal, timeoutMs] of measures) {
    child.kill(signal);
    const timeout = new AbortController();
    const late = sleep(timeoutMs, "late", { signal: timeout.signal }).catch(() => "ended");
    const outcome = await Promise.race([ended, late]);
    timeout.abort();
    if (outcome !== "late") return;
  }
  child.kill("SIGKILL");
  await ended;
}
