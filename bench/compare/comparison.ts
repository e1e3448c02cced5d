import { median } from "../rounds.ts";
import { isRate, type Row } from "../row.ts";

/** The values of one round of the present revision and of the other one. */
export interface RevisionRound {
  readonly now: number;
  readonly before: number;
}

export type Verdict = "better" | "worse" | "within noise";

/** How the values of two revisions compare. */
export interface Comparison {
  readonly name: string;
  readonly unit: Row["unit"];
  /** Medians over all rounds. */
  readonly now: number;
  readonly before: number;
  /** Median, minimum and maximum of the ratios (now / before) of the rounds. */
  readonly ratio: number;
  readonly lowest: number;
  readonly highest: number;
  readonly verdict: Verdict;
  readonly rounds: readonly RevisionRound[];
}

/** Differences up to this share are not reported: not even two runs of the same revision have the same results. */
const MIN_DIFFERENCE = 0.02;

/** With fewer rounds there is no verdict, because all of them can agree by chance. */
export const MIN_VERDICT_ROUNDS = 5;

/** Compares the rounds of two revisions. */
export function compareRounds(name: string, unit: Row["unit"], rounds: readonly RevisionRound[]): Comparison {
  const ratios = rounds.map(({ now, before }) => now / before);
  return {
    name,
    unit,
    now: median(rounds.map(({ now }) => now)),
    before: median(rounds.map(({ before }) => before)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    verdict: judge(ratios, isRate(unit)),
    rounds,
  };
}

/**
 * Returns whether the ratios are better or worse than 1. They must be so by two percent in the median, and in clearly
 * more than half of the rounds: by twice the deviation that is expected if each round could turn out either way. That
 * is in all of 5 rounds, in 15 of 20 and in 115 of 200.
 */
function judge(ratios: readonly number[], isLargerBetter: boolean): Verdict {
  const middle = median(ratios);
  if (ratios.length < MIN_VERDICT_ROUNDS || Math.abs(middle - 1) < MIN_DIFFERENCE) return "within noise";
  const isLarger = middle > 1;
  const agreeing = ratios.filter((ratio) => (isLarger ? ratio > 1 : ratio < 1)).length;
  const needed = Math.min(ratios.length, ratios.length / 2 + Math.sqrt(ratios.length));
  if (agreeing < needed) return "within noise";
  return isLarger === isLargerBetter ? "better" : "worse";
}
