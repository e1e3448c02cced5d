import type { ChildProcess } from "node:child_process";
import { onParentExit } from "@parlance/server/app/stop-signal.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The first signal that stops the run. It ends the child process instead of this process, so that this process can then
 * release all resources.
 */
export class StopSignal {
  signal: NodeJS.Signals | undefined;
  #child: ChildProcess | undefined;

  /**
   * From now on, a signal or the end of the parent process does not end this process. Instead, the child process
   * receives SIGTERM, and this process waits for it.
   */
  listen(): void {
    const stop = (signal: NodeJS.Signals) => {
      this.signal ??= signal;
      this.#child?.kill("SIGTERM");
    };
    for (const signal of SIGNALS) process.on(signal, stop);
    onParentExit(() => stop("SIGTERM"));
  }

  /** Waits until a child process has ended. Returns true if its exit code was 0. */
  async waitForExit(child: ChildProcess): Promise<boolean> {
    this.#child = child;
    if (this.signal !== undefined) child.kill("SIGTERM");
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code === 0));
    });
  }
}
