import { Worker } from "node:worker_threads";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password-hashing.ts";

/** A password is strong enough if somebody who knows how people choose them needs so many guesses. */
export const MIN_PASSWORD_GUESSES = 10_000;

/** The worker takes some 60 MB; it goes when nobody has asked for so long. */
const WORKER_IDLE_MS = 30_000;
const MAX_WAITING = 50;
/** What it allocates for one password is garbage at once; left to itself it would let that grow. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

/**
 * Whether a new password is long enough, and hard enough to guess for somebody who knows these facts about its owner: a
 * name, an address, the organization. What they are is tried first by those who guess.
 * @throws ServerBusy when too many ask at once
 */
export async function isStrongPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) return false;
  return (await estimateGuesses(password, about.flatMap(relatedWords))) >= MIN_PASSWORD_GUESSES;
}

/** A fact as it stands, its parts, and these run together. */
function relatedWords(fact: string): string[] {
  const parts = fact.split(/[^\p{L}\p{N}]+/u);
  return [fact, parts.join(""), ...parts].filter((word) => word.length > 2);
}

interface Estimator {
  readonly worker: Worker;
  /** Those who wait; the worker answers in the order in which it was asked. */
  readonly waiting: PromiseWithResolvers<number>[];
}

let estimator: Estimator | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** An estimate takes up to a tenth of a second, so it is made where nobody waits for it who did not ask. */
async function estimateGuesses(password: string, about: readonly string[]): Promise<number> {
  clearTimeout(idleTimer);
  estimator ??= startEstimator();
  const { worker, waiting } = estimator;
  if (waiting.length >= MAX_WAITING) throw new ServerBusy();
  const answer = Promise.withResolvers<number>();
  waiting.push(answer);
  worker.ref();
  // Workers have no origin; the rule is about windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage({ password, about });
  return answer.promise;
}

function startEstimator(): Estimator {
  const worker = new Worker(new URL("./password-guesses.ts", import.meta.url), { resourceLimits: MEMORY });
  const started: Estimator = { worker, waiting: [] };
  const { waiting } = started;
  worker.on("message", (count: number) => {
    waiting.shift()?.resolve(count);
    if (waiting.length > 0) return;
    // What has nothing to do neither keeps the process running nor its memory for long.
    worker.unref();
    idleTimer = setTimeout(() => {
      // First of all: it takes a while to end, and a password sent to it meanwhile would not be judged.
      estimator = undefined;
      void worker.terminate();
    }, WORKER_IDLE_MS).unref();
  });
  const fail = (cause: unknown) => {
    if (estimator === started) estimator = undefined;
    for (const { reject } of waiting.splice(0))
      reject(new Error("password strength could not be estimated", { cause }));
  };
  worker.on("error", fail);
  worker.on("exit", fail);
  return started;
}
