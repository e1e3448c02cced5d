// Measures of a server that is idle after a load. They show whether the server has released what the load used.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import type { ServerProcess } from "../../testkit/servers/server-process.ts";

const MIB = 2 ** 20;

export interface IdleValues {
  /** Memory of the server's main process, in MiB. */
  readonly memory: number;
  /**
   * Memory of the server and the database together, in MiB. Memory that several processes share is counted only once.
   */
  readonly totalMemory: number;
  readonly descriptors: number;
  readonly events: number;
  readonly eventQueues: number;
  /** Rows about notifications, per message. One user of the load is away. */
  readonly noticesPerMessage: number;
  readonly readRanges: number;
  readonly mailFiles: number;
  /** Size of these files, in MiB. */
  readonly mail: number;
}

interface IdleMeasure {
  readonly name: string;
  readonly key: keyof IdleValues;
  readonly limit: (before: IdleValues) => number;
}

/** The measures, with limits that must be met within two minutes after the load. */
export const IDLE_MEASURES: readonly IdleMeasure[] = [
  { name: "memory of the server, MiB", key: "memory", limit: ({ memory }) => memory + 150 },
  { name: "memory of server and database, MiB", key: "totalMemory", limit: () => 450 },
  { name: "file descriptors", key: "descriptors", limit: ({ descriptors }) => descriptors + 20 },
  { name: "events", key: "events", limit: () => 0 },
  { name: "event queues", key: "eventQueues", limit: () => 0 },
  // Slightly more than one: one user is away, and the five other users also count as away until their first poll.
  { name: "notification rows per message", key: "noticesPerMessage", limit: () => 1.05 },
  { name: "exceptions to what is read", key: "readRanges", limit: () => 5_000 },
  { name: "emails stored as files", key: "mailFiles", limit: () => 1_000 },
  { name: "size of these emails, MiB", key: "mail", limit: () => 50 },
];

export async function readIdleMeasures(server: ServerProcess, db: PostgresDatabase): Promise<IdleValues> {
  const mail = join(server.dataDir, "mail");
  const sizes = listFiles(mail).map((name) => statSync(join(mail, name), { throwIfNoEntry: false })?.size ?? 0);
  return {
    memory: residentBytes(server.pid) / MIB,
    totalMemory: server.allProcessIds.reduce((sum, pid) => sum + proportionalBytes(pid), 0) / MIB,
    descriptors: readdirSync(`/proc/${server.pid}/fd`).length,
    ...(await countRows(db)),
    mailFiles: sizes.length,
    mail: sizes.reduce((sum, size) => sum + size, 0) / MIB,
  };
}

async function countRows(db: PostgresDatabase) {
  const { rows } = await db.pool.query<
    Pick<IdleValues, "events" | "eventQueues" | "noticesPerMessage" | "readRanges">
  >(`
    select (select count(*)::int from event) as events,
      (select count(*)::int from event_queue) as "eventQueues",
      (select count(*)::float from notice) / (select greatest(count(*), 1) from message) as "noticesPerMessage",
      (select count(*)::int from unread_exception) as "readRanges"`);
  return rows[0] as (typeof rows)[number];
}

const residentBytes = (pid: number): number => kilobytes(`/proc/${pid}/status`, "VmRSS") * 1024;

/**
 * Returns the memory of a process in bytes, with shared memory divided among the processes that share it. Returns 0 if
 * the process has just ended.
 */
function proportionalBytes(pid: number): number {
  try {
    return kilobytes(`/proc/${pid}/smaps_rollup`, "Pss") * 1024;
  } catch {
    return 0;
  }
}

function kilobytes(path: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(readFileSync(path, "utf8"))?.[1] ?? 0);
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
}
