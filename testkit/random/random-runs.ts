// Rounds and seeds of tests with random cases.
// Every ordinary run (`npm test`, the gate) uses the same small number of rounds and the same seed. `npm run explore`
// sets PARLANCE_EXPLORE_SEED in the test processes that it starts, which then run many rounds with that seed.

/** Seed of ordinary runs. */
const DEFAULT_SEED = 1;

const exploreSeed = process.env["PARLANCE_EXPLORE_SEED"];

/** True if `npm run explore` started this process. */
export const isExploring = exploreSeed !== undefined;

if (exploreSeed !== undefined && !/^\d+$/.test(exploreSeed))
  throw new Error(`PARLANCE_EXPLORE_SEED must be a whole number, not "${exploreSeed}"`);

/** Number of random rounds, and the seed that determines them. */
export interface RandomRun {
  readonly rounds: number;
  readonly seed: number;
}

/** A seed with which a test has failed once. It is used in every run, in addition to the run's own seed. */
export interface KnownSeed {
  readonly seed: number;
  /** Number of rounds until the failing case. Default: the rounds of an ordinary run. */
  readonly rounds?: number;
}

export interface RandomRunOptions {
  /** Number of rounds in an ordinary run. */
  readonly rounds: number;
  /** Number of rounds in `npm run explore`. */
  readonly exploreRounds: number;
}

/** Returns the rounds and the seed of this run. */
export function randomRun({ rounds, exploreRounds }: RandomRunOptions): RandomRun {
  if (exploreSeed === undefined) return { rounds, seed: DEFAULT_SEED };
  console.error(`explore: seed ${exploreSeed}, ${exploreRounds} rounds`);
  return { rounds: exploreRounds, seed: Number(exploreSeed) };
}

/** Returns the result of `randomRun()`, followed by the known seeds. A test runs with each of them. */
export function randomRuns(
  options: RandomRunOptions & { readonly knownSeeds: readonly KnownSeed[] },
): readonly RandomRun[] {
  const known = options.knownSeeds.map(({ seed, rounds = options.rounds }) => ({ seed, rounds }));
  return [randomRun(options), ...known];
}
