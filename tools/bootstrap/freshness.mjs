// Checks whether the installed packages in node_modules are those of package-lock.json.
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
 * Returns true if package-lock.json has not changed since the last installation. Only compares a hash with the one in
 * the stamp file, so the check is fast enough for every start.
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
 * Writes the stamp file, which contains the hash of package-lock.json. npm deletes the file together with node_modules
 * before it installs packages, so an interrupted installation is never considered complete.
 * @param {string} root
 */
export function stamp(root) {
  writeFileSync(stampFile(root), hashOfLock(root));
}

/**
 * Returns true if npm has been run by hand and has installed exactly the locked versions. As its last step, npm writes
 * what it installed to node_modules/.package-lock.json. Optional packages, which are for other platforms, may be
 * absent.
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
