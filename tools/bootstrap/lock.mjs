// A lock between processes that needs no library and outlasts the death of its holder by only a few seconds.
import { closeSync, openSync, rmSync, statSync, utimes } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

const TOUCH_MS = 500;
/** A holder that has not touched its lock for this time while it was watched is considered dead. */
const DEAD_MS = 5000;
const POLL_MS = 100;

/**
 * Runs `work` while no other process does so under the same file.
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
 * Creates a function that returns whether a file has been unchanged for DEAD_MS. It uses this process's monotonic
 * clock, so neither a sleeping laptop nor a clock set back makes a living holder look dead.
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
 * Creates a function that removes the lock of a dead holder. Of two waiting processes, only one may remove it:
 * otherwise, the second would remove the lock that the first has just acquired. Therefore there is the broom, a file
 * held between the last check and the removal.
 * @param {string} file
 */
function deadLockClearer(file) {
  const broom = `${file}.broom`;
  const holderIsDead = stillness(file);
  const sweeperIsDead = stillness(broom);
  return () => {
    if (!holderIsDead()) return;
    if (acquire(broom)) {
      if (holderIsDead()) rmSync(file, { force: true });
      rmSync(broom, { force: true });
    } else if (sweeperIsDead()) {
      rmSync(broom, { force: true });
    }
  };
}
