import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Clock ticks per second in `/proc`, which is the same on all current systems. */
const TICKS_PER_SECOND = 100;

/** A process as described by `/proc/<pid>/stat`. */
interface ProcessStat {
  readonly pid: number;
  readonly parent: number;
  /** Processor time of the process and of its children that have ended, in clock ticks. */
  readonly ticks: number;
}

/**
 * Returns the processor time so far of a server that was started from the command line, with its database and all child
 * processes of both, in seconds. The time of a child process that has ended is included in that of its parent.
 */
export function totalProcessorSeconds(server: { readonly pid: number; readonly dataDir: string }): number {
  const [postmaster] = readFileSync(join(server.dataDir, "postgres", "postmaster.pid"), "utf8").split("\n");
  const stats = listProcesses();
  const found = new Set([server.pid, Number(postmaster)]);
  // A set visits members that are added during the iteration, so descendants at any depth are found.
  for (const pid of found) for (const stat of stats) if (stat.parent === pid) found.add(stat.pid);
  const ticks = stats.filter(({ pid }) => found.has(pid)).reduce((sum, stat) => sum + stat.ticks, 0);
  return ticks / TICKS_PER_SECOND;
}

const listProcesses = (): ProcessStat[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [parseStat(readFileSync(`/proc/${pid}/stat`, "utf8"))];
      } catch {
        return []; // The process has just ended.
      }
    });

/** Parses `/proc/<pid>/stat`. The name of the program is in parentheses, and may contain spaces and parentheses. */
export function parseStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // The first of these fields is the third of the file, the state.
  const field = (number: number) => Number(fields[number - 3]);
  return { pid: Number.parseInt(text, 10), parent: field(4), ticks: field(14) + field(15) + field(16) + field(17) };
}
