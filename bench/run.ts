import { root } from "../tools/paths.ts";
import { checkOut, describeCheckout } from "./compare/checkout.ts";
import type { Comparison } from "./compare/comparison.ts";
import { listNotCompared, renderComparison } from "./compare/comparison-table.ts";
import { compareRow } from "./compare/compare-rows.ts";
import type { BenchArguments } from "./arguments.ts";
import { readMachineFacts } from "./machine-facts.ts";
import { renderTable } from "./result-table.ts";
import { chooseStoredComparison, describeStoredRun, markResults } from "./results/stored-marks.ts";
import { createStoredRun, readStoredRun, writeStoredRun } from "./results/stored-run.ts";
import { loadRevision, type Revision } from "./revision.ts";
import { evaluateRow, type Result, type Row } from "./row.ts";

/** Time after which a row's measurement is aborted, in minutes. Every row takes less time on a usable machine. */
const DEFAULT_TIMEOUT_MINUTES = 10;

/** A run of the benchmarks. */
export interface BenchRun {
  readonly options: BenchArguments;
  /** Ends everything that the run has started. Also disposed of when the process has to stop. */
  readonly cleanup: AsyncDisposableStack;
  /** Stops the process. Called if a row hangs. */
  readonly abort: () => void;
}

const progress = (message: string) => console.error(message);

/**
 * Measures rows one after the other. If one fails, the next ones are still measured. If one hangs, the run is aborted.
 * `measure` gets the row, and the cleanup of everything that is started for it.
 */
async function forEachRow<T>(
  rows: readonly Row[],
  { cleanup, abort }: Pick<BenchRun, "cleanup" | "abort">,
  measure: (row: Row, cleanup: AsyncDisposableStack) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  for (const row of rows) {
    // The process has to stop.
    if (cleanup.disposed) break;
    progress(`${row.name}: ${row.work}`);
    const minutes = row.timeoutMinutes ?? DEFAULT_TIMEOUT_MINUTES;
    const timeout = setTimeout(() => {
      console.error(`${row.name} is not done after ${minutes} minutes`);
      abort();
    }, minutes * 60_000);
    try {
      await using resources = new AsyncDisposableStack();
      cleanup.defer(() => resources.disposeAsync());
      results.push(await measure(row, resources));
    } catch (error) {
      process.exitCode = 1;
      console.error(`${row.name} could not be measured:`, error);
    } finally {
      clearTimeout(timeout);
    }
  }
  return results;
}

const describeCommit = ({ commit, isChanged }: ReturnType<typeof describeCheckout>): string =>
  isChanged ? `${commit} with uncommitted changes` : commit;

/** Measures the rows beside their bare limits, prints the results, and stores them if requested. */
export async function runRows(benchRun: BenchRun): Promise<void> {
  const { quick, json, store, chosen } = benchRun.options;
  const checkout = describeCheckout(root);
  const revision = benchRun.cleanup.use(await loadRevision(root));
  const results = await forEachRow(chosen, benchRun, async (row, cleanup) =>
    evaluateRow(row, await row.measure({ revision, quick, progress, cleanup })),
  );
  const run = {
    machine: readMachineFacts(revision.postgres.version),
    date: new Date().toISOString().slice(0, 10),
    revision: describeCommit(checkout),
    quick,
  };
  console.log(json ? JSON.stringify({ ...run, results }, null, 2) : renderResults(results, run));
  if (!store) return;
  if (results.length < chosen.length) console.error("Not stored, because not all rows could be measured.");
  else writeStoredRun(createStoredRun(run, results));
}

function renderResults(results: readonly Result[], run: Parameters<typeof chooseStoredComparison>[1]): string {
  const stored = readStoredRun();
  if (!stored) return `\n${renderTable(results)}\n`;
  const comparison = chooseStoredComparison(stored, run);
  const table = renderTable(results, markResults(results, stored, comparison));
  return `\n${table}\n\n${describeStoredRun(stored, comparison)}\n`;
}

/** Measures the rows for this checkout and a commit in turns, and prints how they compare. */
export async function runComparison(benchRun: BenchRun, commit: string): Promise<void> {
  const { quick, json, chosen } = benchRun.options;
  const checkout = describeCheckout(root);
  const revisions = { now: describeCommit(checkout), before: commit.slice(0, 8) };
  progress(`comparing ${revisions.now} (now) with ${revisions.before} (then)`);
  const now = benchRun.cleanup.use(await loadRevision(root));
  const before = benchRun.cleanup.use(await loadOtherRevision(commit, benchRun.cleanup));
  const comparable = chosen.filter(({ comparison }) => typeof comparison !== "string");
  const compared = await forEachRow(comparable, benchRun, async (row, cleanup): Promise<Comparison[]> => {
    if (typeof row.comparison === "string") return [];
    const bench = { quick, progress, cleanup };
    const benches = { now: { ...bench, revision: now }, before: { ...bench, revision: before } };
    return compareRow(row, row.comparison, benches);
  });
  const comparisons = compared.flat();
  const notCompared = listNotCompared(chosen);
  const machine = readMachineFacts(now.postgres.version);
  const facts = { machine, quick, now: checkout, before: commit, comparisons, notCompared };
  console.log(json ? JSON.stringify(facts, null, 2) : `\n${renderComparison(revisions, comparisons, notCompared)}\n`);
}

/** Checks a commit out and loads its code. Throws an error that says that it cannot be measured, and why. */
async function loadOtherRevision(commit: string, cleanup: AsyncDisposableStack): Promise<Revision> {
  try {
    return await loadRevision(await checkOut(root, commit, cleanup));
  } catch (error) {
    throw new Error(`revision ${commit.slice(0, 8)} cannot be measured: ${(error as Error).message}`, { cause: error });
  }
}
