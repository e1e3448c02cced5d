// Checks whether node_modules matches package-lock.json.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const lockFile = (/** @type {string} */ root) => join(root, "package-lock.json");
const stampFile = (/** @type {string} */ root) => join(root, "node_modules", ".parlance-lock");

/** @param {string} root */
const hashOfLock = (root) =>
  createHash("sha256")
    .update(readFileSync(lockFile(root)))
    .digest("hex");

/**
 * Compares one hash with the stamp of the last installation. Cheap enough for every start.
 * @param {string} root
 */
export function dependenciesAreFresh(root) {
  try {
    return readFileSync(stampFile(root), "utf8") === hashOfLock(root);
  } catch {
    return false;
  }
}

/**
 * Writes the stamp. npm deletes it together with node_modules before it installs again, so an interrupted installation
 * never looks fresh.
 * @param {string} root
 */
export function stamp(root) {
  writeFileSync(stampFile(root), hashOfLock(root));
}

/**
 * Whether an npm run by hand has already installed exactly the locked versions: npm records what it did in
 * node_modules/.package-lock.json as its last step. Optional packages (for other platforms) may be absent.
 * @param {string} root
 */
export function installedByHand(root) {
  try {
    const wanted = JSON.parse(readFileSync(lockFile(root), "utf8")).packages;
    const found = JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
    const same = (/** @type {string} */ path) => JSON.stringify(wanted[path]) === JSON.stringify(found[path]);
    const needed = Object.keys(wanted).filter(
      (path) => path !== "" && (path in found || wanted[path].optional !== true),
    );
    return needed.every(same) && Object.keys(found).every((path) => path in wanted);
  } catch {
    return false;
  }
}
