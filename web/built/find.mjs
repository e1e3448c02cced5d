// Finds the built client. Each build has a separate folder. A file, `newest.json`, names the folder of the newest build
// and the state of its sources.
import { readFileSync, statSync } from "node:fs";

/** Folder that contains the builds. It can be deleted at any time. */
export const BUILT = new URL("../../node_modules/.cache/web-client/", import.meta.url);
/** File in which npm lists the installed packages. */
export const INSTALLED = new URL("../../node_modules/.package-lock.json", import.meta.url);

/**
 * The content of `newest.json`.
 * @typedef {object} Note
 * @property {string} folder name of the folder with the newest build
 * @property {Record<string, string>} sources size and modification time of each source file, by URL
 */

/** @param {string | URL} file */
export function stateOf(file) {
  const { size, mtimeMs } = statSync(new URL(file));
  return `${size} ${mtimeMs}`;
}

/** Returns true if there is a build and its sources have not changed since. */
export function isBuilt() {
  try {
    const note = /** @type {Note} */ (JSON.parse(readFileSync(new URL("newest.json", BUILT), "utf8")));
    statSync(new URL(`${note.folder}/index.html`, BUILT));
    return Object.entries(note.sources).every(([file, state]) => stateOf(file) === state);
  } catch {
    return false;
  }
}
