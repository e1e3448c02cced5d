import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OsUser } from "./os-user.ts";
import { runCommand } from "./run-command.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { assertNotInUse } from "./cluster-owner.ts";

/** Takes what a person who watches the server start should know. */
export type LogMessage = (message: string, details?: Record<string, unknown>) => void;

const POLL_MS = 20;
/** What is tried in turn, and how long each may take: a shutdown with a checkpoint, one without, and force. */
const TERMINATION_STEPS = [
  { signal: "SIGINT", patienceMs: 10_000 },
  { signal: "SIGQUIT", patienceMs: 5_000 },
  { signal: "SIGKILL", patienceMs: 5_000 },
] as const;

/** The postmaster's pid as its pidfile has it; undefined when there is none. */
async function recordedPostmaster(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(join(clusterDir, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : Math.abs(pid);
}

/**
 * Ends every PostgreSQL process that an earlier server left in this cluster, and makes sure that a pidfile they left cannot
 * keep a new one from starting: PostgreSQL takes any living pid in it for its own, even that of a zombie or of a stranger
 * that was given the same number later. The caller must hold the data directory's lock.
 * @throws DataDirectoryInUse when they belong to a server that lives, which has lost its lock
 */
export async function terminateOrphans(clusterDir: string, osUser: OsUser | undefined, log: LogMessage): Promise<void> {
  if (!(await stat(clusterDir).catch(() => undefined))) return;
  let living = await postgresProcesses(clusterDir, osUser);
  await assertNotInUse(clusterDir, { isRunning: living.length > 0 });
  if (living.length > 0) {
    log("stopping a database that a previous server left running", { pids: living });
    for (const { signal, patienceMs } of TERMINATION_STEPS) {
      const postmaster = await recordedPostmaster(clusterDir);
      const all = signal === "SIGKILL" || postmaster === undefined || !living.includes(postmaster);
      for (const pid of all ? living : [postmaster]) sendSignal(pid, signal);
      living = await waitForEnd(clusterDir, osUser, patienceMs);
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

async function waitForEnd(clusterDir: string, osUser: OsUser | undefined, patienceMs: number): Promise<number[]> {
  const deadline = performance.now() + patienceMs;
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
    // Gone already, or not ours to end: who is left is counted afterwards.
  }
}

/**
 * The living processes of PostgreSQL in this cluster, known by their working directory. Zombies have none, so they do
 * not count, and a person's shell in that folder is told apart by its name.
 */
async function postgresProcesses(clusterDir: string, osUser: OsUser | undefined): Promise<number[]> {
  if (process.platform !== "linux") return postgresProcessesFromPs(clusterDir);
  // Asked by a shell under the same user: in a container not even root may look into another user's processes.
  // initdb starts PostgreSQL by a shell, which outlives it if it is killed meanwhile.
  const script = `for p in /proc/[0-9]*; do
      [ "$p/cwd" -ef . ] && read -r name < "$p/comm" && case $name in
        postgres|initdb) echo "\${p#/proc/}";;
        sh) grep -q '[/]postgres" --' "$p/cmdline" && echo "\${p#/proc/}";;
      esac
    done 2>/dev/null; true`;
  const { output } = await runCommand("sh", ["-c", script], { cwd: clusterDir, osUser });
  return output.split("\n").filter(Boolean).map(Number);
}

/** As `postgresProcesses`, without /proc: the recorded postmaster, if it is this cluster's, and its children. */
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
