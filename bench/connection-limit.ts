import type { Remark } from "./row.ts";

/** File descriptors that a process needs in addition to one for each connection. */
const RESERVED_DESCRIPTORS = 300;
/** Minimum number of connections with which the result is meaningful. */
const MIN_CONNECTIONS = 1000;

/**
 * Returns the number of connections that a process can open, but at most `wanted`. Adds a remark if it is fewer than
 * wanted, and throws if it is too few for a meaningful result.
 */
export function limitConnections(wanted: number): { count: number; remarks: Remark[] } {
  const limit = maxOpenFiles();
  const count = Math.min(wanted, limit - RESERVED_DESCRIPTORS);
  const advice = `a process may open ${limit} files (ulimit -n), and ${wanted} connections take ${wanted + RESERVED_DESCRIPTORS}`;
  if (count < MIN_CONNECTIONS) throw new Error(advice);
  return { count, remarks: count < wanted ? [{ text: `only ${count} connections: ${advice}`, ok: null }] : [] };
}

/** Returns the limit of open files. Node raises it as far as possible at startup, also in child processes. */
function maxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
