// The other end of the pipe that tools/run.mjs holds: how a tool notices that whoever started it is gone.
import { fstatSync } from "node:fs";
import { Socket } from "node:net";

/**
 * Calls `stop` when the process that started this one dies, by whatever means. Does nothing where tools/run.mjs did not start
 * this process. To be called once, and before any child is started: the descriptor's number must not reach children.
 */
export function whenParentDies(stop: () => void): void {
  const fd = Number(process.env.PARLANCE_PARENT_FD);
  delete process.env.PARLANCE_PARENT_FD;
  if (!Number.isInteger(fd) || !isSocket(fd)) return;
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.once("close", stop).on("error", () => {});
  pipe.resume().unref();
}

function isSocket(fd: number): boolean {
  try {
    return fstatSync(fd).isSocket();
  } catch {
    return false;
  }
}
