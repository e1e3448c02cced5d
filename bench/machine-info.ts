import { cpus, totalmem } from "node:os";

/** What the numbers, but not the ratios, depend on. */
export const describeMachine = () => ({
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  processor: cpus()[0]?.model ?? "unknown",
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
});
