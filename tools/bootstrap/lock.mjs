// A lock between processes that requires no package. If the process that holds the lock dies, others can acquire the
// lock a few seconds later.
import { closeSync, openSync, rmSync, statSync, utimes } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const TOUCH_MS = 500;
/**
 * If the process that holds the lock has not touched the lock file for this time, in milliseconds, it is considered
 * dead. Only the time during which this process was watching counts.
 */
const DEAD_MS = 5000;
const POLL_MS = 100;

/**
 * Runs `work` while holding a lock: no other process runs its work with the same lock file at the same time.
 * @template T
 * @param {string} file
 * @param {() => void} onWait called once if another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, work) {
  if (!acquire(file)) {
    onWait();
    const clear = deadLockClearer(file);
    do {
      await delay(POLL_MS);
      clear();
    } while (!acquire(file));
  }
  const touch = setInterval(() => utimes(file, new Date(), new Date(), () => {}), TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function acquire(file) {
  try {
    closeSync(openSync(file, "wx"));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Creates a function that returns true if a file has not changed for DEAD_MS. The time is measured with the monotonic
 * clock of this process. Therefore, a process that holds the lock is not mistaken for dead because a laptop was asleep
 * or a clock was set back.
 * @param {string} file
 */
function stillness(file) {
  let seen = "";
  let since = 0;
  return () => {
    const status = statSync(file, { throwIfNoEntry: false });
    const now = status === undefined ? "" : `${status.ino} ${status.mtimeMs}`;
    if (now !== seen) [seen, since] = [now, performance.now()];
    return now !== "" && performance.now() - since >= DEAD_MS;
  };
}

/**
 * Creates a function that removes the lock file if the process that held the lock is dead. If several processes are
 * waiting, only one of them may remove the file: otherwise, the second process would remove the lock that the first
 * process has just acquired. A second lock file, the broom, ensures this. A process holds it while it checks the lock
 * for the last time and removes it.
 * @param {string} file
 */
function deadLockClearer(file) {
  const broom = `${file}.broom`;
  const ownerIsDead = stillness(file);
  const sweeperIsDead = stillness(broom);
  return () => {
    if (!ownerIsDead()) return;
    if (acquire(broom)) {
      if (ownerIsDead()) rmSync(file, { force: true });
      rmSync(broom, { force: true });
    } else if (sweeperIsDead()) {
      rmSync(broom, { force: true });
    }
  };
}
