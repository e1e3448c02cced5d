import { isDeepStrictEqual } from "node:util";
import type { MachineFacts } from "../machine-facts.ts";
import { isRate, type Result } from "../row.ts";
import { formatAmount, formatThreeDigits } from "../text-table.ts";
import type { StoredRow, StoredRun } from "./stored-run.ts";

/** A row is marked if it is worse than the stored one by more than this share. */
const TOLERANCE = 0.1;

/** The stored value of a row, and whether the new one is considerably worse. */
export interface StoredMark {
  readonly text: string;
  readonly isWorse: boolean;
}

/**
 * What of a stored run is compared: the values, if they are from the same machine; only the ratios to the bare limits,
 * if they are from another; nothing, if one of the runs is quick and the other is full.
 */
export type StoredComparison = "values" | "ratios" | "nothing";

export function chooseStoredComparison(
  stored: Pick<StoredRun, "machine" | "quick">,
  run: { readonly machine: MachineFacts; readonly quick: boolean },
): StoredComparison {
  if (stored.quick !== run.quick) return "nothing";
  return isDeepStrictEqual(stored.machine, run.machine) ? "values" : "ratios";
}

/** Returns the stored value of each row that has one. */
export function markResults(
  results: readonly Result[],
  stored: StoredRun,
  comparison: StoredComparison,
): ReadonlyMap<string, StoredMark> {
  return new Map(
    results.flatMap((result) => {
      const before = stored.rows[result.name];
      const mark = before && markResult(result, before, comparison);
      return mark ? [[result.name, mark] as const] : [];
    }),
  );
}

function markResult(result: Result, before: StoredRow, comparison: StoredComparison): StoredMark | undefined {
  if (comparison === "ratios") {
    if (result.bare === null || before.bare === null) return undefined;
    const [now, then] = [result.ours / result.bare, before.ours / before.bare];
    return { text: `${formatThreeDigits(then)} × limit`, isWorse: isWorse(result, now, then) };
  }
  const text = formatAmount(before.ours, before.unit);
  return { text, isWorse: comparison === "values" && isWorse(result, result.ours, before.ours) };
}

function isWorse({ unit }: Pick<Result, "unit">, now: number, then: number): boolean {
  return isRate(unit) ? now < then * (1 - TOLERANCE) : now > then * (1 + TOLERANCE);
}

/** Returns a sentence about the stored run and how it is compared. */
export function describeStoredRun({ date, revision, quick }: StoredRun, comparison: StoredComparison): string {
  const run = `The stored run is of ${date}, revision ${revision}`;
  if (comparison === "nothing") return `${run}. It was a ${quick ? "quick" : "full"} run, so no row is marked.`;
  if (comparison === "values") return `${run}. Rows that are more than 10 % worse are marked.`;
  return `${run}, from another machine. So only ratios to bare limits are compared; those more than 10 % worse are marked.`;
}
