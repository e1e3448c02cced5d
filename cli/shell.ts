import type { Readable, Writable } from "node:stream";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";

/** The environment in which a command runs, and the streams that it uses. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Stream for the log of a server. Default: standard output of this process. */
  readonly log?: Writable;
  /** Returns a signal that is aborted when the command should stop. Call it once, at the start. */
  readonly stopSignal: () => AbortSignal;
  /** Sets the exit status of the command, if it is not 0. */
  readonly exitWith: (status: number) => void;
}

/** The shell that started this process. */
export const shell: Shell = {
  env: process.env,
  // Accessed only where it is read: a command that does not read it must not keep it open.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: createStopSignal,
  exitWith(status) {
    process.exitCode = status;
  },
};
