import { cpus, release, totalmem, type } from "node:os";

/** The facts about a machine on which measured values depend. Ratios hardly depend on them. */
export interface MachineFacts {
  /** Model of the processor. */
  readonly processor: string;
  /** Number of cores. */
  readonly processors: number;
  readonly memoryGigabytes: number;
  readonly kernel: string;
  readonly node: string;
  readonly postgres: string;
}

/** Describes this machine. `postgres`: version of PostgreSQL. */
export const readMachineFacts = (postgres: string): MachineFacts => ({
  processor: cpus()[0]?.model ?? "unknown",
  processors: cpus().length,
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
  kernel: `${type()} ${release()}`,
  node: process.version.slice(1),
  postgres,
});
