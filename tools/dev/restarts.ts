import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

interface RestartOptions {
  readonly start: () => ChildProcess;
  /** Resolves with the files that have changed since the last call. Waits until there is at least one. */
  readonly nextChange: () => Promise<readonly string[]>;
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
}

/**
 * Runs a server until the signal is aborted, and restarts it after each change. The next process is started only once
 * the previous one has ended, so that all data is saved and the port is free. If a server ends by itself, it is started
 * again after the next change.
 */
export async function runWithRestarts({ start, nextChange, signal, print }: RestartOptions): Promise<void> {
  const stopped = new Promise<"stopped">((resolve) => {
    signal.addEventListener("abort", () => resolve("stopped"), { once: true });
  });
  let change = nextChange();
  while (!signal.aborted) {
    const child = start();
    const ended = once(child, "exit").then(() => "ended" as const);
    let event = await Promise.race([ended, change, stopped]);
    if (event === "ended" && !signal.aborted) {
      print(
        `the server ended (${child.signalCode ?? `exit ${child.exitCode}`}); it starts again after the next change`,
      );
      event = await Promise.race([change, stopped]);
    }
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    if (Array.isArray(event)) {
      print(
        `changed: ${event.slice(0, 3).join(", ")}${event.length > 3 ? ` and ${event.length - 3} more` : ""}; restarting`,
      );
      change = nextChange();
    }
    await ended;
  }
}
