// Runs the checks. Those that run other programs run in parallel, as many at a time as the machine has processors; our
// own run in between.
import { availableParallelism } from "node:os";
import type { SourceFile } from "../source-files.ts";
import { findImports } from "../imports.ts";
import { CheckCache, environmentKey, cacheKey } from "./cache.ts";
import type { Check, CheckOutcome, CheckScope } from "./check.ts";
import { CONFIGURATION_FILES, GRAPH_FILES, importersOf } from "./lint.ts";

export interface RunOptions {
  /** All source files of the repository. */
  readonly files: readonly SourceFile[];
  /** Default: the cache in node_modules/.cache. */
  readonly cache?: CheckCache;
  /** Whether results of earlier runs may be reused. */
  readonly canReuse: boolean;
  /**
   * The changed files: checks that do not depend on them are skipped, and lint reports only problems that they can
   * cause. Undefined for all files.
   */
  readonly changed?: readonly string[] | undefined;
}

export interface CheckResult extends CheckOutcome {
  readonly name: string;
  /** Where the result comes from. */
  readonly by: "a run" | "an earlier run" | "no change";
  readonly seconds: number;
}

/** Runs the checks, and reports each result as soon as the check has ended. */
export async function runChecks(
  checks: readonly Check[],
  { files, cache = new CheckCache(), canReuse, changed }: RunOptions,
  report: (result: CheckResult) => void,
): Promise<CheckResult[]> {
  const scope: CheckScope = {
    files,
    environment: environmentKey(files),
    cache,
    canReuse,
    affected: changed === undefined ? "all" : findAffected(changed, files),
  };
  const queue = [...checks];
  const results: CheckResult[] = [];
  const work = async () => {
    for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
      const result = await runCheck(check, scope, changed);
      report(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}

async function runCheck(check: Check, scope: CheckScope, changed: readonly string[] | undefined): Promise<CheckResult> {
  const { name, dependsOn = () => true } = check;
  const began = performance.now();
  const ended = (by: CheckResult["by"], { ok, output }: CheckOutcome): CheckResult => {
    return { name, by, ok, output, seconds: (performance.now() - began) / 1000 };
  };
  const passed: CheckOutcome = { ok: true, output: "" };
  if (changed !== undefined && check.state === undefined && !changed.some(dependsOn)) return ended("no change", passed);
  const files = scope.files.filter(({ path }) => dependsOn(path));
  const key = cacheKey(scope.environment, files, name, check.state?.() ?? "");
  if (scope.canReuse && scope.cache.read(`check-${name}`) === key) return ended("an earlier run", passed);
  const outcome = await check
    .run(scope)
    .catch((error: unknown): CheckOutcome => ({ ok: false, output: String(error) }));
  // A pass is stored only if all files were checked, not only those affected by a change.
  if (outcome.ok && scope.affected === "all") scope.cache.store(`check-${name}`, key);
  return ended("a run", outcome);
}

function findAffected(changed: readonly string[], files: readonly SourceFile[]): ReadonlySet<string> | "all" {
  // The configuration of a tool is not imported by the files that it affects, so all files have to be checked.
  if (changed.some((path) => CONFIGURATION_FILES.test(path))) return "all";
  return importersOf(changed, findImports(files.filter(({ path }) => GRAPH_FILES.test(path))));
}
