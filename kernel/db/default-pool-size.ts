import { availableParallelism, totalmem } from "node:os";
import { constrainedMemory } from "node:process";

/** The size of a machine, or of a container with its own limits. */
export interface MachineSize {
  readonly processors: number;
  readonly memoryBytes: number;
}

const DEFAULT_POOL_SIZE = 20;
const SMALL_POOL_SIZE = 8;
/** Below this memory a machine is small. It is less than 2 GiB, because the kernel reserves a part of a machine's memory. */
const SMALL_MEMORY_BYTES = 1.5 * 2 ** 30;

/** Returns the size of this machine, or of the container in which this process runs. */
export function readMachineSize(): MachineSize {
  // Without a limit, Node reports 0 or a huge number, depending on the system.
  const limit = constrainedMemory() || Infinity;
  return { processors: availableParallelism(), memoryBytes: Math.min(totalmem(), limit) };
}

/**
 * Returns the number of database connections for requests if the operator sets none. Each connection needs about 10 MiB
 * in PostgreSQL, and one processor core executes one statement at a time, so small machines get fewer.
 */
export function defaultPoolSize({ processors, memoryBytes }: MachineSize): number {
  return processors === 1 || memoryBytes < SMALL_MEMORY_BYTES ? SMALL_POOL_SIZE : DEFAULT_POOL_SIZE;
}
