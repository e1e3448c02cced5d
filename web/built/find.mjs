// Location of the built client: each build has its own folder, and a note records the newest one and its sources.
import { readFileSync, statSync } from "node:fs";

/** Folder of the builds. It can be deleted without loss. */
export const BUILT = new URL("../../node_modules/.cache/web-client/", import.meta.url);
/** Record of the installed packages. */
export const INSTALLED = new URL("../../node_modules/.package-lock.json", import.meta.url);

/**
 * The newest build.
 * @typedef {object} Note
 * @property {string} folder its folder
 * @property {Record<string, string>} sources the state of each source file, by URL
 */

/** @param {string | URL} file */
export function stateOf(file) {
  const { size, mtimeMs } = statSync(new URL(file));
  return `${size} ${mtimeMs}`;
}

/** Whether the newest build is up to date with its sources. */
export function isBuilt() {
  try {
    const note = /** @type {Note} */ (JSON.parse(readFileSync(new URL("newest.json", BUILT), "utf8")));
    statSync(new URL(`${note.folder}/index.html`, BUILT));
    return Object.entries(note.sources).every(([file, state]) => stateOf(file) === state);
  } catch {
    return false;
  }
}
