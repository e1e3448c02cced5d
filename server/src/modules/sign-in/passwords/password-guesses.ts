// A worker that estimates the number of guesses needed for a password. Each message is one password, each reply one
// number.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as passwords } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

interface StrengthRequest {
  readonly password: string;
  /** Words that are easy to guess because they relate to the owner. */
  readonly about: readonly string[];
}

/**
 * Number of words used of each list. A word further down takes more guesses than a whole password requires, so it
 * changes no result.
 */
const MAX_WORDS = 10_000;
/**
 * Maximum number of substitutions such as `4` for `a` that are tried; all of them would take a second for some
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
  // A worker's port has no origin; the rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(estimate.check(password, [...about]).guesses);
});
