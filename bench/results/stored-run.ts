import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { MachineFacts } from "../machine-facts.ts";
import type { Result } from "../row.ts";

/** The results of a row, without its rounds and remarks. */
export type StoredRow = Pick<Result, "unit" | "ours" | "bare" | "compared" | "budget" | "ok">;

/** A run of all rows, which later runs are compared with. */
export interface StoredRun {
  readonly machine: MachineFacts;
  /** The day of the run. */
  readonly date: string;
  /** The git revision that was measured. */
  readonly revision: string;
  readonly quick: boolean;
  readonly rows: Readonly<Record<string, StoredRow>>;
}

/** The file of the stored run. */
const STORED_RUN_FILE: URL = new URL("latest.json", import.meta.url);

/** Returns the stored run, or null if there is none. */
export const readStoredRun = (file: URL = STORED_RUN_FILE): StoredRun | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as StoredRun) : null;

export function writeStoredRun(run: StoredRun, file: URL = STORED_RUN_FILE): void {
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}

/** Creates the run to store. */
export const createStoredRun = (run: Omit<StoredRun, "rows">, results: readonly Result[]): StoredRun => ({
  ...run,
  rows: Object.fromEntries(results.map((result) => [result.name, toStoredRow(result)])),
});

const toStoredRow = ({ unit, ours, bare, compared, budget, ok }: Result): StoredRow => ({
  unit,
  ours: round(ours),
  bare: bare === null ? null : round(bare),
  compared: compared === null ? null : round(compared),
  budget,
  ok,
});

/** Rounds to four digits, because the measurements are not more precise. */
const round = (value: number): number => Number(value.toPrecision(4));
