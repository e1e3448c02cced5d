// Generates the section of docs/benchmarks.md with the results of the stored run of the benchmarks.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceResults } from "../bench/results/results-section.ts";
import { readStoredRun } from "../bench/results/stored-run.ts";
import { root } from "./paths.ts";

/** Returns the new content of docs/benchmarks.md. */
export const createBenchmarksPage = (): string =>
  replaceResults(readFileSync(join(root, "docs/benchmarks.md"), "utf8"), readStoredRun());
