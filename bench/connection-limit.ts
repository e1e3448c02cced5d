import type { Remark } from "./row.ts";

/** File descriptors that a process needs besides one for each connection. */
const RESERVED_DESCRIPTORS = 300;
/** Fewer connections than this say nothing. */
const MIN_CONNECTIONS = 1000;

/** How many connections one process may hold, at most `wanted`, and a warning where that is fewer. */
export function limitConnections(wanted: number): { count: number; remarks: Remark[] } {
  const limit = maxOpenFiles();
  const count = Math.min(wanted, limit - RESERVED_DESCRIPTORS);
  const advice = `a process may open ${limit} files (ulimit -n), and ${wanted} connections take ${wanted + RESERVED_DESCRIPTORS}`;
  if (count < MIN_CONNECTIONS) throw new Error(advice);
  return { count, remarks: count < wanted ? [{ text: `only ${count} connections: ${advice}`, ok: null }] : [] };
}

/** Node raises the limit as far as it may when it starts, in our children too. */
function maxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
