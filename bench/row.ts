import type { Postgres } from "./postgres.ts";
import { median, type Round } from "./rounds.ts";

/** Services that a row needs for its measurements. */
export interface Bench {
  readonly postgres: Postgres;
  /** Whether to measure in less time, with less precision. */
  readonly quick: boolean;
  /** Reports progress. */
  progress(message: string): void;
}

/** Limit for the server's values, in most cases relative to those of a bare server, which does only the minimum. */
export interface Budget {
  readonly text: string;
  compare(round: Round): number;
  isMet(compared: number): boolean;
}

const ratio = ({ ours, bare }: Round) => ours / (bare ?? Number.NaN);

/** Budget: the server's rate must be at least this share of the bare server's rate. */
export const rateAtLeast = (share: number): Budget => ({
  text: `≥ ${share}`,
  compare: ratio,
  isMet: (compared) => compared >= share,
});

/** Budget: the server's time must be at most this multiple of the bare server's time. */
export const timeAtMost = (multiple: number): Budget => ({
  text: `≤ ${multiple}`,
  compare: ratio,
  isMet: (compared) => compared <= multiple,
});

/** Budget: the server's value may exceed the bare server's by at most this amount. */
export const differenceAtMost = (amount: number): Budget => ({
  text: `≤ ${amount} more`,
  compare: ({ ours, bare }) => ours - (bare ?? Number.NaN),
  isMet: (compared) => compared <= amount,
});

/** Budget: the server's value must be at most this amount. */
export const valueAtMost = (amount: number): Budget => ({
  text: `≤ ${amount}`,
  compare: ({ ours }) => ours,
  isMet: (compared) => compared <= amount,
});

/**
 * A line below the table: a condition that must be met in addition to the budget or, with null, further information.
 */
export interface Remark {
  readonly text: string;
  readonly ok: boolean | null;
}

export interface Measured {
  readonly rounds: readonly Round[];
  readonly remarks?: readonly Remark[];
}

/** A row of the table, with its measurement. */
export interface Row {
  /** Name on the command line. */
  readonly name: string;
  readonly work: string;
  /**
   * Description of what the server is compared with, in most cases a bare server. Null if the row has no comparison.
   */
  readonly limit: string | null;
  readonly unit: "/s" | "ms" | "µs" | "KB" | "MB";
  /** Null if the row is only for information. */
  readonly budget: Budget | null;
  measure(bench: Bench): Promise<Measured>;
}

export interface Result extends Measured {
  readonly name: string;
  readonly unit: Row["unit"];
  /** Medians over all rounds. */
  readonly ours: number;
  readonly bare: number | null;
  /** Median of the values that the budget compares, computed for each round. Null without a budget. */
  readonly compared: number | null;
  readonly budget: string | null;
  /** Whether the budget and all conditions are met. Null without a budget. */
  readonly ok: boolean | null;
}

/** Evaluates the measurements of a row. */
export function evaluateRow({ name, unit, budget }: Row, measured: Measured): Result {
  const { rounds, remarks = [] } = measured;
  const bare = rounds.flatMap((round) => round.bare ?? []);
  const compared = budget && median(rounds.map((round) => budget.compare(round)));
  const isMet = remarks.every(({ ok }) => ok !== false);
  return {
    ...measured,
    name,
    unit,
    ours: median(rounds.map(({ ours }) => ours)),
    bare: bare.length > 0 ? median(bare) : null,
    compared,
    budget: budget?.text ?? null,
    ok: budget && compared !== null && budget.isMet(compared) && isMet,
  };
}
