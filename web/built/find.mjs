// Where the built client lies: each build in a folder of its own, and a note which is the newest and what it was made of.
import { readFileSync, statSync } from "node:fs";

/** What building leaves. Nothing is lost with it. */
export const BUILT = new URL("../../node_modules/.cache/web-client/", import.meta.url);
/** What is installed. */
export const INSTALLED = new URL("../../node_modules/.package-lock.json", import.meta.url);

/**
 * The newest build.
 * @typedef {object} Note
 * @property {string} folder in which it lies
 * @property {Record<string, string>} sources the state of each file that it was made of, by address
 */

/** @param {string | URL} file */
export function stateOf(file) {
  const { size, mtimeMs } = statSync(new URL(file));
  return `${size} ${mtimeMs}`;
}

/** Whether the newest build is what building today would make. */
export function isBuilt() {
  try {
    const note = /** @type {Note} */ (JSON.parse(readFileSync(new URL("newest.json", BUILT), "utf8")));
    statSync(new URL(`${note.folder}/index.html`, BUILT));
    return Object.entries(note.sources).every(([file, state]) => stateOf(file) === state);
  } catch {
    return false;
  }
}
