import type { Readable, Writable } from "node:stream";
import { createStopSignal } from "@parlance/server/app/stop-signal.ts";

/** The environment in which a command runs, and the streams that it uses. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Stream for a server's log. Default: this process's standard output. */
  readonly log?: Writable;
  /** Returns a signal that is aborted when the command should stop. Must be called once, at the start. */
  readonly stopSignal: () => AbortSignal;
  /** Sets the exit status of the command. Called only if the status is not 0. */
  readonly exitWith: (status: number) => void;
  /** Whether the command line is part of a distribution. If not, it is part of a checkout. Default: false. */
  readonly isDistribution?: boolean;
  /** Folder of the distribution that the command line is part of. Undefined if it is part of a checkout. */
  readonly distributionFolder?: string;
}

/**
 * Returns the command that starts the command line. The internal variable PARLANCE_PROGRAM_NAME names it where it is in
 * the search path: in Debian packages and containers.
 */
export const programName = ({ env, isDistribution = false }: Shell): string =>
  env["PARLANCE_PROGRAM_NAME"] || (isDistribution ? "./parlance" : "npm run parlance --");

/** Creates the shell that started this process. */
export const createShell = ({
  isDistribution,
  distributionFolder,
}: {
  readonly isDistribution: boolean;
  readonly distributionFolder?: string;
}): Shell => ({
  env: process.env,
  // Standard input is opened only when a command reads it, because an open input keeps the process from exiting.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
  stopSignal: createStopSignal,
  exitWith(status) {
    process.exitCode = status;
  },
  isDistribution,
  ...(distributionFolder !== undefined && { distributionFolder }),
});
