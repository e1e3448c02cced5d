// Runs checks: those of other programs beside each other, as many as the machine has processors, and our own in between.
import { availableParallelism } from "node:os";
import type { SourceFile } from "../source-files.ts";
import { importsOf } from "../imports.ts";
import { Cache, environmentOf, keyOf } from "./cache.ts";
import type { Check, Outcome, Scope } from "./check.ts";
import { CONFIGURES, GRAPHED, importersOf } from "./lint.ts";

export interface Options {
  /** All of our files. */
  readonly files: readonly SourceFile[];
  /** Default: in node_modules/.cache. */
  readonly cache?: Cache;
  /** True if results of earlier runs may be used. */
  readonly mayReuse: boolean;
  /** Only what these files can affect; undefined for everything. */
  readonly changed?: readonly string[] | undefined;
}

export interface Result extends Outcome {
  readonly name: string;
  /** How the outcome came about. */
  readonly by: "a run" | "an earlier run" | "no change";
  readonly seconds: number;
}

/** Runs the checks and reports each as it ends. */
export async function runChecks(
  checks: readonly Check[],
  { files, cache = new Cache(), mayReuse, changed }: Options,
  report: (result: Result) => void,
): Promise<Result[]> {
  const scope: Scope = {
    files,
    environment: environmentOf(files),
    cache,
    mayReuse,
    affected: changed === undefined ? "all" : affectedBy(changed, files),
  };
  const queue = [...checks];
  const results: Result[] = [];
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const result = await runOne(check, scope, changed);
      report(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function runOne(check: Check, scope: Scope, changed: readonly string[] | undefined): Promise<Result> {
  const { name, dependsOn = () => true } = check;
  const began = performance.now();
  const ended = (by: Result["by"], { ok, output }: Outcome): Result => {
    return { name, by, ok, output, seconds: (performance.now() - began) / 1000 };
  };
  const passed: Outcome = { ok: true, output: "" };
  if (changed !== undefined && check.state === undefined && !changed.some(dependsOn)) return ended("no change", passed);
  const files = scope.files.filter(({ path }) => dependsOn(path));
  const key = keyOf(scope.environment, files, name, check.state?.() ?? "");
  if (scope.mayReuse && scope.cache.read(`check-${name}`) === key) return ended("an earlier run", passed);
  const outcome = await check.run(scope).catch((error: unknown): Outcome => ({ ok: false, output: String(error) }));
  // What passed in part only, because the rest has not changed, is no pass of the whole.
  if (outcome.ok && scope.affected === "all") scope.cache.keep(`check-${name}`, key);
  return ended("a run", outcome);
}

function affectedBy(changed: readonly string[], files: readonly SourceFile[]): ReadonlySet<string> | "all" {
  // A tool's configuration is no import, and counts for every file.
  if (changed.some((path) => CONFIGURES.test(path))) return "all";
  return importersOf(changed, importsOf(files.filter(({ path }) => GRAPHED.test(path))));
}
