import { cpus, totalmem } from "node:os";

/** Describes the machine. The measured values depend on it, while the ratios hardly do. */
export const describeMachine = () => ({
  date: new Date().toISOString(),
  node: process.version,
  processors: cpus().length,
  processor: cpus()[0]?.model ?? "unknown",
  memoryGigabytes: Math.round(totalmem() / 2 ** 30),
});
