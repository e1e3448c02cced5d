import { cpus, totalmem } from "node:os";

/** Describes the machine, on which the numbers depend, but not the ratios. */
export const describeMachine = () => ({
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  processor: cpus()[0]?.model ?? "unknown",
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
});
