// Rounds and seed of tests whose cases are random.
//
// Every ordinary run (`npm test`, the gate) has the same few rounds and the same seed. `npm run explore` sets
// PARLANCE_EXPLORE_SEED in the test processes that it starts: these have many rounds, and the cases of that seed.

/** Seed of the ordinary runs. */
const DEFAULT_SEED = 1;

const exploreSeed = process.env["PARLANCE_EXPLORE_SEED"];

/** True if `npm run explore` started this process. */
export const isExploring = exploreSeed !== undefined;

if (exploreSeed !== undefined && !/^\d+$/.test(exploreSeed))
  throw new Error(`PARLANCE_EXPLORE_SEED must be a whole number, not "${exploreSeed}"`);

/** A number of random rounds, and the seed that decides what happens in them. */
export interface RandomRun {
  readonly rounds: number;
  readonly seed: number;
}

/** A seed that made a test fail once. It is run in addition, in every run. */
export interface KnownSeed {
  readonly seed: number;
  /** Rounds that it needs; by default those of an ordinary run. */
  readonly rounds?: number;
}

export interface RandomRunOptions {
  /** Rounds of an ordinary run. */
  readonly rounds: number;
  /** Rounds in `npm run explore`. */
  readonly exploreRounds: number;
}

/** Returns the rounds and the seed of this run. */
export function randomRun({ rounds, exploreRounds }: RandomRunOptions): RandomRun {
  if (exploreSeed === undefined) return { rounds, seed: DEFAULT_SEED };
  console.error(`explore: seed ${exploreSeed}, ${exploreRounds} rounds`);
  return { rounds: exploreRounds, seed: Number(exploreSeed) };
}

/** Returns what `randomRun()` does, followed by the known seeds: a test runs with each of them. */
export function randomRuns(
  options: RandomRunOptions & { readonly knownSeeds: readonly KnownSeed[] },
): readonly RandomRun[] {
  const known = options.knownSeeds.map(({ seed, rounds = options.rounds }) => ({ seed, rounds }));
  return [randomRun(options), ...known];
}
