// A worker: how many guesses a password is good for. Each message is one password, each answer one number.
import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as passwords } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";

interface StrengthRequest {
  readonly password: string;
  /** Words that are easy to guess because they have to do with the owner. */
  readonly about: readonly string[];
}

/** A word that stands further down a list takes more guesses than we ask of a whole password: it changes no verdict. */
const MAX_WORDS = 10_000;
/** How many ways to read `4` as `a` and the like are tried; all of them would take a second for some passwords. */
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
