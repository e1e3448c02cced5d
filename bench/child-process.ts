// Code shared by all child processes of the benchmarks. A child process handles calls from its parent, and exits when
// the parent exits.

interface ParentCall {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** Handlers by the name of the call. Their results and errors are sent to the parent as JSON. */
export type CallHandlers = Readonly<Record<string, (argument: never) => unknown>>;

/** Handles the parent's calls until the parent disconnects. */
export function handleParentCalls(handlers: CallHandlers): void {
  process.on("message", (call: ParentCall) => void handleCall(handlers, call));
  process.once("disconnect", () => process.exit());
}

async function handleCall(handlers: CallHandlers, { id, name, argument }: ParentCall): Promise<void> {
  try {
    const handler = handlers[name];
    if (!handler) throw new Error(`nothing is called ${name}`);
    process.send?.({ id, result: await handler(argument as never) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
  }
}

/** Handlers that every measured server has. They return the resource usage of its process. */
export const processMeasures: CallHandlers = {
  /** Returns the resident memory after garbage collection, in bytes. */
  async memory(): Promise<number> {
    for (let times = 0; times < 3; times += 1) {
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return process.memoryUsage.rss();
  },
  /** Returns the maximum resident memory so far, in bytes. */
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
  /** Returns the processor time used so far, in milliseconds. */
  processorTime(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
