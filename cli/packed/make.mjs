// Packs the program, so that servers start faster: `node cli/packed/make.mjs`. Without a packed program, servers run
// from their source files.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { bundle, isOurs, OUTPUT } from "./bundle.mjs";
import { INSTALLED, PACKED, stateOf } from "./find.mjs";

const PROGRAM = fileURLToPath(new URL("../parlance.ts", import.meta.url));
/** Number of packed programs that are kept, because a running server loads parts of its packed program on demand. */
const MAX_PROGRAMS = 3;

/**
 * Replaces the location of the packed modules with the location of their source files.
 * @param {string} code
 * @param {string} file
 */
const locate = (code, file) =>
  code
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
    .replaceAll("import.meta.dirname", JSON.stringify(dirname(file)));

/** @param {string} folder */
async function write(folder) {
  const bundled = await bundle({ parlance: PROGRAM }, locate);
  await bundled.write({ dir: folder, ...OUTPUT });
  const files = await bundled.watchFiles;
  await bundled.close();
  return files.filter(isOurs);
}

function removeOld() {
  const folders = readdirSync(PACKED, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const age = (/** @type {string} */ name) => statSync(new URL(name, PACKED)).mtimeMs;
  const byAge = folders.map(({ name }) => name).toSorted((one, other) => age(other) - age(one));
  for (const name of byAge.slice(MAX_PROGRAMS)) rmSync(new URL(name, PACKED), { recursive: true });
}

const began = Date.now();
mkdirSync(PACKED, { recursive: true });
const folder = mkdtempSync(fileURLToPath(new URL("pack-", PACKED)));
const files = [...(await write(folder)).map((file) => pathToFileURL(file).href), INSTALLED.href];
const sources = Object.fromEntries(files.map((file) => [file, stateOf(file)]));
// If a file changed while the program was being packed, it may have been packed in its old or its new state. So the
// packed program is not used.
if (files.some((file) => statSync(new URL(file)).mtimeMs >= began)) process.exit(1);
chmodSync(folder, 0o755); // the program may be run by another user than the one who packed it
const note = `${folder}.json`;
writeFileSync(note, JSON.stringify({ folder: basename(folder), sources }));
renameSync(note, new URL("newest.json", PACKED));
removeOld();
