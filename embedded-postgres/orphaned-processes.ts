import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OsUser } from "./os-user.ts";
import { runCommand } from "./run-command.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { assertNotInUse } from "./cluster-owner.ts";

/** Logs a message for the operator who watches the server start. */
export type LogMessage = (message: string, details?: Record<string, unknown>) => void;

const POLL_MS = 20;
/**
 * Signals that are sent in turn, each with a timeout: SIGINT (shutdown with a checkpoint), SIGQUIT (shutdown without a
 * checkpoint) and SIGKILL.
 */
const TERMINATION_STEPS = [
  { signal: "SIGINT", timeoutMs: 10_000 },
  { signal: "SIGQUIT", timeoutMs: 5_000 },
  { signal: "SIGKILL", timeoutMs: 5_000 },
] as const;

/** Returns the postmaster's pid from its pidfile, or undefined if there is none. */
async function recordedPostmaster(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : Math.abs(pid);
}

/**
 * Ends every PostgreSQL process that an earlier server left in this cluster, and removes the pidfile. The pidfile could
 * prevent a new start, because PostgreSQL takes any living process with the recorded pid for its own, even a zombie or
 * an unrelated process that got the same pid later. The caller must hold the data directory's lock.
 * @throws DataDirectoryInUse if the processes belong to a living server that has lost its lock
 */
export async function terminateOrphans(clusterDir: string, osUser: OsUser | undefined, log: LogMessage): Promise<void> {
  if (!(await stat(clusterDir).catch(() => undefined))) return;
  let living = await postgresProcesses(clusterDir, osUser);
  await assertNotInUse(clusterDir, { isRunning: living.length > 0 });
  if (living.length > 0) {
    log("stopping a database that a previous server left running", { pids: living });
    for (const { signal, timeoutMs } of TERMINATION_STEPS) {
      const postmaster = await recordedPostmaster(clusterDir);
      const all = signal === "SIGKILL" || postmaster === undefined || !living.includes(postmaster);
      for (const pid of all ? living : [postmaster]) sendSignal(pid, signal);
      living = await waitForEnd(clusterDir, osUser, timeoutMs);
      if (living.length === 0) break;
    }
    if (living.length > 0) {
      throw new EmbeddedPostgresError(
        `A previous database is still running on ${clusterDir} and cannot be stopped (processes ${living.join(", ")}).`,
      );
    }
  }
  await rm(join(clusterDir, "postmaster.pid"), { force: true });
}

async function waitForEnd(clusterDir: string, osUser: OsUser | undefined, timeoutMs: number): Promise<number[]> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const living = await postgresProcesses(clusterDir, osUser);
    if (living.length === 0 || performance.now() > deadline) return living;
    await sleep(POLL_MS);
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended, or belongs to another user. `waitForEnd` then finds the process.
  }
}

/**
 * Returns the living PostgreSQL processes of this cluster, identified by their working directory. Zombies are not
 * included, because they have no working directory; a user's shell in the folder is excluded by its name or command
 * line.
 */
async function postgresProcesses(clusterDir: string, osUser: OsUser | undefined): Promise<number[]> {
  if (process.platform !== "linux") return postgresProcessesFromPs(clusterDir);
  // A shell that runs as PostgreSQL's user finds the processes, because in a container not even root may inspect
  // another user's processes. initdb starts PostgreSQL with a shell, which keeps running if initdb is killed, so such
  // shells are included.
  const script = `for p in /proc/[0-9]*; do
      [ "$p/cwd" -ef . ] && read -r name < "$p/comm" && case $name in
        postgres|initdb) echo "\${p#/proc/}";;
        sh) grep -q '[/]postgres" --' "$p/cmdline" && echo "\${p#/proc/}";;
      esac
    done 2>/dev/null; true`;
  const { output } = await runCommand("sh", ["-c", script], { cwd: clusterDir, osUser });
  return output.split("\n").filter(Boolean).map(Number);
}

/**
 * Returns the PostgreSQL processes of this cluster on systems without /proc: the postmaster named by the pidfile, if
 * its command line belongs to this cluster, and its children.
 */
export async function postgresProcessesFromPs(clusterDir: string): Promise<number[]> {
  const postmaster = await recordedPostmaster(clusterDir);
  const columns = ["-o", "pid=", "-o", "ppid=", "-o", "stat=", "-o", "command="];
  const { output } = await runCommand("ps", ["-axww", ...columns], { cwd: "/", osUser: undefined });
  const processes = output.split("\n").flatMap((line) => {
    const [, pid, parent, state, command = ""] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return state === undefined || state.startsWith("Z") ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
  const found = processes.find(({ pid }) => pid === postmaster)?.command;
  if (found === undefined || !found.includes("postgres") || !found.includes(clusterDir)) return [];
  return processes.filter(({ pid, parent }) => pid === postmaster || parent === postmaster).map(({ pid }) => pid);
}
