import type { ChildProcess } from "node:child_process";
import { onParentExit } from "@parlance/server/app/stop-signal.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** The first signal that stops the run. It is forwarded to the child, and everything that was set up is torn down. */
export class StopSignal {
  signal: NodeJS.Signals | undefined;
  #child: ChildProcess | undefined;

  /** From here on a signal does not end this process, which waits for its child to end. */
  listen(): void {
    const stop = (signal: NodeJS.Signals) => {
      this.signal ??= signal;
      this.#child?.kill("SIGTERM");
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    onParentExit(() => stop("SIGTERM"));
  }

  /** Waits for a child to end. Returns whether its exit status was 0. */
  async waitForExit(child: ChildProcess): Promise<boolean> {
    this.#child = child;
    if (this.signal !== undefined) child.kill("SIGTERM");
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code === 0));
    });
  }
}
