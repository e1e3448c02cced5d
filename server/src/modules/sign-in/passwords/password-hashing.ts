import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";

export const MAX_PASSWORD_LENGTH = 100;
export const MIN_PASSWORD_LENGTH = 8;

/** Argon2id with 19 MiB and two passes, some 20 ms of one thread. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of a password that nobody has. It is checked where there is no account, so that the time reveals nothing. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$ll7GeF1o7UHHdCIoZaCkNg$9gT6xrunlRGSmDpVPgOiRH7WleLRZuBTBB51ENvAAao";

/** Hashing takes a thread of the pool that files and name look-ups also need, so some are always left to these. */
const MAX_RUNNING = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_WAITING = 500;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that hashes passwords when a thread is free for it. What is checked inside `work` is checked when its turn
 * has come, however many wait.
 * @throws ServerBusy when too many wait already
 */
export async function withHashingThread<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1;
  else if (waiting.length >= MAX_WAITING) throw new ServerBusy();
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // The thread passes to the next in line without becoming free, so that nobody can jump the queue.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => withHashingThread(() => hash(password, COST));

/**
 * Whether the password is the one that was hashed. Takes as long where there is no hash. Call it inside
 * `withHashingThread`.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, password);
  return matches && stored !== null;
}
