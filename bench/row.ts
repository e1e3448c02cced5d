import type { Postgres } from "./postgres.ts";
import { median, type Round } from "./rounds.ts";

/** Services that a row needs for its measurements. */
export interface Bench {
  readonly postgres: Postgres;
  /** Whether to measure faster and less precisely. */
  readonly quick: boolean;
  /** Reports progress. */
  progress(message: string): void;
}

/** Maximum distance from the bare server. */
export interface Budget {
  readonly text: string;
  compare(round: Round): number;
  isMet(compared: number): boolean;
}

const ratio = ({ ours, bare }: Round) => ours / (bare ?? Number.NaN);

/** The server's rate must be at least this share of the bare server's. */
export const rateAtLeast = (share: number): Budget => ({
  text: `≥ ${share}`,
  compare: ratio,
  isMet: (compared) => compared >= share,
});

/** The server's time must be at most this multiple of the bare server's. */
export const timeAtMost = (multiple: number): Budget => ({
  text: `≤ ${multiple}`,
  compare: ratio,
  isMet: (compared) => compared <= multiple,
});

/** The server may need at most this amount more than the bare server. */
export const differenceAtMost = (amount: number): Budget => ({
  text: `≤ ${amount} more`,
  compare: ({ ours, bare }) => ours - (bare ?? Number.NaN),
  isMet: (compared) => compared <= amount,
});

/** The server may need at most this amount in total. */
export const valueAtMost = (amount: number): Budget => ({
  text: `≤ ${amount}`,
  compare: ({ ours }) => ours,
  isMet: (compared) => compared <= amount,
});

/** A condition in addition to the budget, or (with null) further information. */
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
  /** Name on the command line. */
  readonly name: string;
  readonly work: string;
  /** Description of the bare server; null: none. */
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
  /** Median of the values that the budget compares, round by round; null without a budget. */
  readonly compared: number | null;
  readonly budget: string | null;
  /** Whether the budget and all conditions are met; null without a budget. */
  readonly ok: boolean | null;
}

/** Evaluates the measurements of a row. */
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
