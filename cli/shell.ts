import type { Readable, Writable } from "node:stream";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";

/** What a command finds where it is run, and where it answers. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Where a server logs to. Default: the standard output of this process. */
  readonly log?: Writable;
  /** Aborted when the command is asked to end. To be called once, at its start. */
  readonly stopSignal: () => AbortSignal;
  /** Says with which status the command ends, if not with 0. */
  readonly exitWith: (status: number) => void;
}

/** The shell that started this process. */
export const shell: Shell = {
  env: process.env,
  // Looked at where it is read: a command that does not must not hold it open.
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
