import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { ServerBusy } from "@parlance/kernel/http/errors.ts";

export const MAX_PASSWORD_LENGTH = 100;
export const MIN_PASSWORD_LENGTH = 8;

/** Argon2id with 19 MiB and two passes, which takes one thread some 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a password that is not in use. It is checked if there is no account, so that the time reveals nothing. */
const DUMMY_HASH = "$argon2id$v=19$m=19456,t=2,p=1$ll7GeF1o7UHHdCIoZaCkNg$9gT6xrunlRGSmDpVPgOiRH7WleLRZuBTBB51ENvAAao";

/**
 * Maximum number of concurrent hashes. Hashing uses threads of the pool that files and DNS lookups also need, so some
 * are always left for these.
 */
const MAX_RUNNING = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_WAITING = 500;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs work that hashes passwords when a thread is free for it. Checks inside `work` run when its turn has come,
 * however many are waiting.
 * @throws ServerBusy if too many are already waiting
 */
export async function withHashingThread<T>(work: () => Promise<T>): Promise<T> {
  if (running < MAX_RUNNING) running += 1;
  else if (waiting.length >= MAX_WAITING) throw new ServerBusy();
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Passes the thread to the next in line without freeing it, so that no later work can overtake it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Hashes a password for storage. */
export const hashPassword = (password: string): Promise<string> => withHashingThread(() => hash(password, COST));

/**
 * Whether the password is the one that was hashed. Takes the same time without a hash. Call it inside
 * `withHashingThread`.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? DUMMY_HASH, password);
  return matches && stored !== null;
}
