// Common code of all child processes of the benchmarks: they handle their parent's calls, and exit with it.

interface ParentCall {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** Handlers of calls by name. Their results and errors are sent to the parent as JSON. */
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

/** Measures of every server under measurement. */
export const processMeasures: CallHandlers = {
  /** Resident memory in bytes, without what can be garbage-collected. */
  async memory(): Promise<number> {
    for (let times = 0; times < 3; times += 1) {
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return process.memoryUsage.rss();
  },
  /** Maximum resident memory so far, in bytes. */
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
  /** Processor time so far, in milliseconds. */
  processorTime(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
