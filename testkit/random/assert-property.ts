import fc from "fast-check";
import { randomRun, type RandomRunOptions } from "./random-runs.ts";

/** A case for which a property has failed once. It is checked in every run, in addition to random cases. */
type KnownCase<T> =
  | {
      readonly seed: number;
      /**
       * Index of the case among the cases of the seed. In fast-check's longer paths, the rest refers to a
       * simplification of the case.
       */
      readonly path: string;
    }
  | { readonly example: T };

interface PropertyOptions<T> extends RandomRunOptions {
  readonly knownCases?: readonly KnownCase<T>[];
  /** Whether a failing case is reported at once instead of being simplified first. For slow properties. */
  readonly endOnFailure?: boolean;
}

/**
 * Asserts a property with `fc.assert`: first with the known cases, then with as many random cases as `randomRun()`
 * returns rounds.
 */
export function assertProperty<T>(property: fc.IAsyncProperty<T>, options: PropertyOptions<T>): Promise<void>;
export function assertProperty<T>(property: fc.IProperty<T>, options: PropertyOptions<T>): void;
export function assertProperty<T>(property: fc.IRawProperty<T>, options: PropertyOptions<T>): Promise<void> | void {
  const runs = runParameters(options);
  if (property.isAsync()) return assertSequentially(property as fc.IAsyncProperty<T>, runs);
  for (const run of runs) fc.assert(property as fc.IProperty<T>, run);
}

async function assertSequentially<T>(property: fc.IAsyncProperty<T>, runs: readonly fc.Parameters<T>[]): Promise<void> {
  for (const run of runs) await fc.assert(property, run);
}

function runParameters<T>({
  knownCases = [],
  endOnFailure = false,
  ...options
}: PropertyOptions<T>): fc.Parameters<T>[] {
  const { rounds: numRuns, seed } = randomRun(options);
  const known = knownCases.map((one) => ({ ...("example" in one ? { examples: [one.example] } : one), numRuns: 1 }));
  return [...known, { seed, numRuns }].map((run) => ({ ...run, endOnFailure }));
}
