// The type of a check. Some checks run another program and use its verdict; others, of our own, list the problems that
// they find.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { SourceFile } from "../source-files.ts";
import type { CheckCache } from "./cache.ts";
import { root } from "../paths.ts";

export interface CheckOutcome {
  ok: boolean;
  /** Shown if the check fails. */
  output: string;
}

/** The input for a run of the checks. */
export interface CheckScope {
  /** All source files of the repository, read once for all checks. */
  readonly files: readonly SourceFile[];
  /**
   * A hash of the machine, the installed packages and the configuration that all checks share. It does not cover the
   * configuration of a check's own tool.
   */
  readonly environment: string;
  readonly cache: CheckCache;
  /** Whether results of earlier runs may be reused. */
  readonly canReuse: boolean;
  /**
   * The files that need to be checked: all files, or those that a change can affect. A check may also report problems
   * in other files.
   */
  readonly affected: ReadonlySet<string> | "all";
}

export interface Check {
  name: string;
  /** A second name. For a check that does the work of two checks. */
  alias?: string;
  about: string;
  /** Returns true if the result depends on the content of this file. By default, it depends on all files. */
  readonly dependsOn?: (path: string) => boolean;
  /** Returns a text that stands for anything else that the result depends on, besides files. */
  readonly state?: () => string;
  run(scope: CheckScope): Promise<CheckOutcome>;
}

/**
 * Creates a check of our own. It passes if `problemsIn` finds no problem in the files whose paths `isWanted` accepts.
 */
export function createCheck(
  about: Pick<Check, "name" | "about">,
  isWanted: (path: string) => boolean,
  problemsIn: (files: readonly SourceFile[]) => readonly string[],
): Check {
  const run = async ({ files }: CheckScope) => toOutcome(problemsIn(files.filter(({ path }) => isWanted(path))));
  return { ...about, run };
}

/** Runs a script, or a command of a package, with this Node. The check passes if the program exits with status 0. */
export function runProgram(script: string, ...args: string[]): Promise<CheckOutcome> {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...ENVIRONMENT },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (code) => resolve({ ok: code === 0, output: output.trimEnd() }));
  });
}

const ENVIRONMENT = {
  // Each thread of the compiler infers common types again, so halving the number of threads saves processor time. The
  // remaining processors run the other checks.
  GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
  NO_COLOR: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** Returns the result of a check of our own. It passes if there are no problems. */
export function toOutcome(problems: readonly string[]): CheckOutcome {
  return { ok: problems.length === 0, output: problems.join("\n") };
}
