import type { Postgres } from "./postgres.ts";
import { median, type Round } from "./rounds.ts";

/** What a row has to measure with. */
export interface Bench {
  readonly postgres: Postgres;
  /** Whether to be done soon rather than exact. */
  readonly quick: boolean;
  /** Tells what goes on. */
  progress(message: string): void;
}

/** How far from the bare limit we may be. */
export interface Budget {
  readonly text: string;
  compare(round: Round): number;
  isMet(compared: number): boolean;
}

const ratio = ({ ours, bare }: Round) => ours / (bare ?? Number.NaN);

/** Our rate, as a share of the bare one. */
export const rateAtLeast = (share: number): Budget => ({
  text: `≥ ${share}`,
  compare: ratio,
  isMet: (compared) => compared >= share,
});

/** Our time, as a multiple of the bare one. */
export const timeAtMost = (multiple: number): Budget => ({
  text: `≤ ${multiple}`,
  compare: ratio,
  isMet: (compared) => compared <= multiple,
});

/** What we need more than the bare limit. */
export const differenceAtMost = (amount: number): Budget => ({
  text: `≤ ${amount} more`,
  compare: ({ ours, bare }) => ours - (bare ?? Number.NaN),
  isMet: (compared) => compared <= amount,
});

/** What we need in all. */
export const valueAtMost = (amount: number): Budget => ({
  text: `≤ ${amount}`,
  compare: ({ ours }) => ours,
  isMet: (compared) => compared <= amount,
});

/** A condition besides the budget, or (with null) something else worth knowing. */
export interface Remark {
  readonly text: string;
  readonly ok: boolean | null;
}

export interface Measured {
  readonly rounds: readonly Round[];
  readonly remarks?: readonly Remark[];
}

/** One line of the table. */
export interface Row {
  /** As the command line calls it. */
  readonly name: string;
  readonly work: string;
  /** What it is measured against; null: nothing. */
  readonly limit: string | null;
  readonly unit: "/s" | "ms" | "µs" | "KB" | "MB";
  /** Null: only for information. */
  readonly budget: Budget | null;
  measure(bench: Bench): Promise<Measured>;
}

export interface Result extends Measured {
  readonly name: string;
  readonly unit: Row["unit"];
  /** Medians of all rounds. */
  readonly ours: number;
  readonly bare: number | null;
  /** Median of what the budget compares, round by round; null without a budget. */
  readonly compared: number | null;
  readonly budget: string | null;
  /** Whether the budget, and every condition besides it, is kept; null without a budget. */
  readonly ok: boolean | null;
}

/** What a row's measurements come to. */
export function evaluateRow({ name, unit, budget }: Row, measured: Measured): Result {
  const { rounds, remarks = [] } = measured;
  const bare = rounds.flatMap((round) => round.bare ?? []);
  const compared = budget && median(rounds.map((round) => budget.compare(round)));
  const kept = remarks.every(({ ok }) => ok !== false);
  return {
    ...measured,
    name,
    unit,
    ours: median(rounds.map(({ ours }) => ours)),
    bare: bare.length > 0 ? median(bare) : null,
    compared,
    budget: budget?.text ?? null,
    ok: budget && compared !== null && budget.isMet(compared) && kept,
  };
}
