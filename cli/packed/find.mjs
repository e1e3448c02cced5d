// Finds the packed program, which consists of few files. Loading the 1700 modules of a server one by one takes half of
// its startup time and a quarter of its memory.
import { accessSync, constants, readFileSync, statSync } from "node:fs";

/**
 * Location of the packed programs. Each is a folder, and a note names the newest one. The location can be deleted
 * without loss.
 */
export const PACKED = new URL("../../node_modules/.cache/packed/", import.meta.url);
/** A file that changes whenever other dependencies are installed. */
export const INSTALLED = new URL("../../node_modules/.package-lock.json", import.meta.url);

/**
 * The note about the newest packed program.
 * @typedef {object} Note
 * @property {string} folder name of its folder
 * @property {Record<string, string>} sources state of each file that it was made from, by URL
 */

/** @param {string | URL} file */
export function stateOf(file) {
  const { size, mtimeMs } = statSync(new URL(file));
  return `${size} ${mtimeMs}`;
}

/**
 * Returns the URL of the packed program if it is up to date, otherwise undefined.
 * @returns {string | undefined}
 */
export function packedProgram() {
  try {
    const note = /** @type {Note} */ (JSON.parse(readFileSync(new URL("newest.json", PACKED), "utf8")));
    const isSame = Object.entries(note.sources).every(([file, state]) => stateOf(file) === state);
    if (!isSame) return undefined;
    const program = new URL(`${note.folder}/parlance.mjs`, PACKED);
    accessSync(program, constants.R_OK);
    return program.href;
  } catch {
    return undefined;
  }
}
