import { Worker } from "node:worker_threads";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "./password-hashing.ts";

/** Minimum number of guesses that a password must withstand from an attacker who knows common passwords. */
export const MIN_PASSWORD_GUESSES = 10_000;

/** Time after which an idle worker is stopped, in milliseconds. The worker uses about 60 MB. */
const WORKER_IDLE_MS = 30_000;
const MAX_WAITING = 50;
/** Memory limits of the worker. Without them, the worker would let its garbage accumulate. */
const MEMORY = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 128 };

/**
 * Returns true if a new password has an allowed length and is hard enough to guess. `about` lists facts about the user
 * that attackers try first, such as name, email address and organization.
 * @throws ServerBusy if too many checks are waiting
 */
export async function isStrongPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) return false;
  return (await estimateGuesses(password, about.flatMap(relatedWords))) >= MIN_PASSWORD_GUESSES;
}

/** Returns a text, its words, and its words joined together, except those with fewer than three characters. */
function relatedWords(fact: string): string[] {
  const parts = fact.split(/[^\p{L}\p{N}]+/u);
  return [fact, parts.join(""), ...parts].filter((word) => word.length > 2);
}

interface Estimator {
  readonly worker: Worker;
  /** Checks that wait for a reply. The worker replies in the order of its messages. */
  readonly waiting: PromiseWithResolvers<number>[];
}

let estimator: Estimator | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/** Estimates in a worker, because an estimate can take a tenth of a second and would block other requests. */
async function estimateGuesses(password: string, about: readonly string[]): Promise<number> {
  clearTimeout(idleTimer);
  estimator ??= startEstimator();
  const { worker, waiting } = estimator;
  if (waiting.length >= MAX_WAITING) throw new ServerBusy();
  const answer = Promise.withResolvers<number>();
  waiting.push(answer);
  worker.ref();
  // The lint rule is about windows; workers have no origin.
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
    // The worker does not keep the process running, and is stopped after some idle time to free its memory.
    worker.unref();
    idleTimer = setTimeout(() => {
      // Cleared before the worker is stopped: otherwise a password sent while it stops would never be checked.
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
