import type { Revision } from "./revision.ts";
import { median, type Round } from "./rounds.ts";

/** Services that a row needs for its measurements. */
export interface Bench {
  /** The code that is measured. It is the present revision's, except while revisions are compared. */
  readonly revision: Revision;
  /** Whether to measure in less time, with less precision. */
  readonly quick: boolean;
  /** Reports progress. */
  readonly progress: (message: string) => void;
  /** Disposed of when the row has been measured, and also if the process has to stop before. */
  readonly cleanup: AsyncDisposableStack;
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

/** A server that is ready to be measured in rounds. */
export interface MeasuredInRounds {
  /** Measures one round. Returns the value in the row's unit. */
  measureRound(): Promise<number>;
  /** Returns the processor time of the server per response in the last round, in microseconds. */
  readonly processorTime?: () => number;
  /** Starts the bare server and returns a function that measures one round of it. Missing if there is no bare limit. */
  readonly startBare?: () => Promise<() => Promise<number>>;
  /** Returns the lines below the table. */
  readonly createRemarks?: (rounds: readonly Round[]) => readonly Remark[] | Promise<readonly Remark[]>;
}

/** A measurement that consists of rounds, so that two servers can be measured in turns. */
export interface RoundsMeasurement {
  /** Number of rounds. */
  readonly rounds: { readonly quick: number; readonly full: number };
  /** Starts the server of `bench.revision` with its data. `cleanup` stops everything after the last round. */
  readonly prepare: (bench: Bench, cleanup: AsyncDisposableStack) => Promise<MeasuredInRounds>;
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
  readonly unit: "/s" | "ms" | "µs" | "KB" | "MB" | "%";
  /** Null if the row is only for information. */
  readonly budget: Budget | null;
  /** How the row is measured for two revisions in turns, or the reason why revisions cannot be compared. */
  readonly comparison: RoundsMeasurement | string;
  /** If true, the row takes so long that quick runs measure it only if it is named. */
  readonly onlyInFullRuns?: boolean;
  /** Time after which the measurement is aborted, in minutes. Every row takes less time on a usable machine. */
  readonly timeoutMinutes?: number;
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

/** Returns true if a larger value is better. In all other units, a smaller one is. */
export const isRate = (unit: Row["unit"]): boolean => unit === "/s";

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
