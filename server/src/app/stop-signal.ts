import { fstatSync } from "node:fs";
import { Socket } from "node:net";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Aborted when this process is asked to end, or when the one that started it is gone. To be called once, at the start. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  // Not `once`: one Ctrl-C arrives from the terminal, from npm and from the bootstrap, and a second one would kill.
  for (const signal of SIGNALS) process.on(signal, stop);
  onParentExit(stop);
  return controller.signal;
}

/**
 * Calls `stop` when the process that started this one dies, by whatever means: the bootstrap (tools/run.mjs) holds the
 * other end of a pipe. Before any child is started, because the descriptor's number must not reach children.
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
