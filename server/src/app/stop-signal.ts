import { fstatSync } from "node:fs";
import { Socket } from "node:net";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Returns a signal that is aborted when this process receives a stop signal, or when its parent process exits. Call it
 * once, at the start.
 */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  // `on`, not `once`: the same Ctrl-C is passed on by the terminal, by npm and by the bootstrap, and a second signal
  // without a listener would kill the process.
  for (const signal of SIGNALS) process.on(signal, stop);
  onParentExit(stop);
  return controller.signal;
}

/**
 * Calls `stop` when the parent process exits for any reason: the pipe whose other end the bootstrap (tools/run.mjs)
 * holds is closed then. Call it before any child process is started, because children must not inherit the environment
 * variable with the descriptor's number.
 */
export function onParentExit(stop: () => void): void {
  const fd = Number(process.env["PARLANCE_PARENT_FD"]);
  delete process.env["PARLANCE_PARENT_FD"];
  if (!Number.isInteger(fd) || !isSocket(fd)) return;
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.once("close", stop).on("error", () => undefined);
  pipe.resume().unref();
}

function isSocket(fd: number): boolean {
  try {
    return fstatSync(fd).isSocket();
  } catch {
    return false;
  }
}
