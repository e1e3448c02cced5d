// What every child process of the benchmarks does: answer its parent's calls, and end with it.

interface Call {
  readonly id: number;
  readonly name: string;
  readonly argument: unknown;
}

/** Calls by name. What they return, or throw, goes back to the parent, as JSON. */
export type Handlers = Readonly<Record<string, (argument: never) => unknown>>;

/** Answers the parent's calls until it lets go of this process. */
export function answerParent(handlers: Handlers): void {
  process.on("message", (call: Call) => void answer(handlers, call));
  process.once("disconnect", () => process.exit());
}

async function answer(handlers: Handlers, { id, name, argument }: Call): Promise<void> {
  try {
    const handler = handlers[name];
    if (!handler) throw new Error(`nothing is called ${name}`);
    process.send?.({ id, result: await handler(argument as never) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.stack : String(error) });
  }
}

/** What is asked of every server under measurement. */
export const vitals: Handlers = {
  /** Resident memory in bytes, without what can be collected. */
  async memory(): Promise<number> {
    for (let times = 0; times < 3; times += 1) {
      globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return process.memoryUsage.rss();
  },
  /** The most resident memory so far, in bytes. */
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
  /** Processor time so far, in milliseconds. */
  processorTime(): number {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
};
