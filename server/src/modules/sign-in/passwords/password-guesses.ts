// Worker that estimates how many guesses a password withstands. It receives a password per message and replies with a
// number.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as passwords } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

interface StrengthRequest {
  readonly password: string;
  /** Words related to the user, such as the name, which are easy to guess. */
  readonly about: readonly string[];
}

/**
 * Number of words used from each list. Rarer words need more guesses than the required minimum, so including them would
 * change no result.
 */
const MAX_WORDS = 10_000;
/**
 * Maximum number of substitutions, such as `4` for `a`, that are tried. Trying all of them would take a second for some
 * passwords.
 */
const MAX_L33T_SUBSTITUTIONS = 20;

const lists = {
  passwords: passwords["passwords-common"],
  words: english["commonWords-en"],
  encyclopedia: english["wikipedia-en"],
  firstnames: english["firstnames-en"],
  lastnames: english["lastnames-en"],
};

const estimate = new ZxcvbnFactory({
  dictionary: Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, MAX_WORDS)])),
  graphs: adjacencyGraphs,
  l33tMaxSubstitutions: MAX_L33T_SUBSTITUTIONS,
});

parentPort?.on("message", ({ password, about }: StrengthRequest) => {
  // The lint rule is about windows; a worker's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(estimate.check(password, [...about]).guesses);
});
