/** How far a test goes that tries whatever chance gives it, in the words of `fc.assert`. */
export interface Chance {
  readonly numRuns: number;
  readonly seed: number;
}

/** Whether this run takes the time to be thorough: .ci/run has one for the tests that ask. */
export const isFullLength = process.env["PARLANCE_TEST_LENGTH"] === "full";
const asked = process.env["PARLANCE_TEST_SEED"];
/** The same in each ordinary run: what passed passes again. In full length, each run looks elsewhere. */
const seed = asked === undefined ? (isFullLength ? Date.now() % 1_000_000 : 1) : Number(asked);

if (isFullLength)
  console.error(`to repeat this run: PARLANCE_TEST_LENGTH=full PARLANCE_TEST_SEED=${seed} npm test -- <file>`);

/** So many rounds in an ordinary run, and so many with PARLANCE_TEST_LENGTH=full. */
export const chance = (ordinary: number, full: number): Chance => ({ numRuns: isFullLength ? full : ordinary, seed });
