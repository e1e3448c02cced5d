import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";

export const MAX_PASSWORD_LENGTH = 100;
export const MIN_PASSWORD_LENGTH = 8;

/** Cost of Argon2id: 19 MiB and two passes, which take about 20 ms of one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash that no account uses. It is verified if there is no account, so that the response time does not reveal this. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$ll7GeF1o7UHHdCIoZaCkNg$9gT6xrunlRGSmDpVPgOiRH7WleLRZuBTBB51ENvAAao";

/**
 * Maximum number of concurrent hashes. Hashing uses the thread pool that files and DNS lookups also need, so some
 * threads are left free.
 */
const MAX_RUNNING = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_WAITING = 500;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that hashes passwords when a thread is free for it. Checks inside `work` therefore run after the wait.
 * @throws ServerBusy if too much work is already waiting
 */
export async function withHashingThread<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1;
  else if (waiting.length >= MAX_WAITING) throw new ServerBusy();
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Hands the thread directly to the next work in line, so that later work cannot overtake it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => withHashingThread(() => hash(password, COST));

/**
 * Returns true if the password matches the hash. Takes the same time if there is no hash. Call it inside
 * `withHashingThread`.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, password);
  return matches && stored !== null;
}
