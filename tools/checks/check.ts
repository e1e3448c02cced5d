// The two kinds of checks: the verdict of another program, and a list of problems that our own code finds.
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

/** The input of a run of the checks. */
export interface CheckScope {
  /** All of our files, read once for all checks. */
  readonly files: readonly SourceFile[];
  /** Identifies the machine, the installed packages and the configuration of the tools. */
  readonly environment: string;
  readonly cache: CheckCache;
  /** True if results of earlier runs may be used. */
  readonly canReuse: boolean;
  /** The files whose problems are wanted: all, or those that a change can affect. */
  readonly affected: ReadonlySet<string> | "all";
}

export interface Check {
  name: string;
  /** A second name, for a check that does the work of two. */
  alias?: string;
  about: string;
  /** True if the result depends on the content of this file. By default it depends on all files. */
  readonly dependsOn?: (path: string) => boolean;
  /** Returns what else the result depends on besides files, if anything. */
  readonly state?: () => string;
  run(scope: CheckScope): Promise<CheckOutcome>;
}

/** Creates a check of our own, which passes if no problem is found in the files whose paths are wanted. */
export function createCheck(
  about: Pick<Check, "name" | "about">,
  isWanted: (path: string) => boolean,
  problemsIn: (files: readonly SourceFile[]) => readonly string[],
): Check {
  const run = async ({ files }: CheckScope) => toOutcome(problemsIn(files.filter(({ path }) => isWanted(path))));
  return { ...about, run };
}

/** Runs a script or a package's command under this Node, and uses its exit status as the verdict. */
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
  // Each thread of the compiler infers common types for itself, so half as many threads use less processor time. The
  // other checks use the other processors meanwhile.
  GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
  NO_COLOR: "1",
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** Returns the outcome of a check of our own, which passes if there are no problems. */
export function toOutcome(problems: readonly string[]): CheckOutcome {
  return { ok: problems.length === 0, output: problems.join("\n") };
}
