import type { Remark } from "./row.ts";

/** File descriptors that a process needs besides one for each connection. */
const SPARE = 300;
/** Fewer connections than this say nothing. */
const LEAST = 1000;

/** How many connections one process may hold, at most `wanted`, and a warning where that is fewer. */
export function affordable(wanted: number): { count: number; remarks: Remark[] } {
  const limit = openFiles();
  const count = Math.min(wanted, limit - SPARE);
  const advice = `a process may open ${limit} files (ulimit -n), and ${wanted} connections take ${wanted + SPARE}`;
  if (count < LEAST) throw new Error(advice);
  return { count, remarks: count < wanted ? [{ text: `only ${count} connections: ${advice}`, ok: null }] : [] };
}

/** Node raises the limit as far as it may when it starts, in our children too. */
function openFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
