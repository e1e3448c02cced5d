// Builds the web client, and compresses its files: `node web/built/make.mjs`. If there is no build, the server shows a
// plain page instead of the client.
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { build } from "vite";
import { BUILT, INSTALLED, stateOf } from "./find.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CONFIG = fileURLToPath(new URL("../vite.config.ts", import.meta.url));
/**
 * Number of builds that are kept. Older builds are still needed because open pages load further chunks of the build
 * that they were opened with.
 */
const MAX_BUILDS = 20;
/** Size in bytes from which a file is compressed. */
const WORTH_COMPRESSING = 512;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Builds the client into a folder.
 * @param {string} folder
 * @returns {Promise<string[]>} paths of the source files
 */
async function write(folder) {
  const built = await build({ configFile: CONFIG, logLevel: "warn", build: { outDir: folder, emptyOutDir: true } });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const files = outputs.flatMap((one) => (one.type === "chunk" ? one.moduleIds : []));
  const ours = files.map((file) => file.split("?")[0] ?? "").filter((file) => file.startsWith(ROOT));
  return [...new Set(ours.filter((file) => !file.includes("/node_modules/") && !file.includes("\0")))];
}

/**
 * Lists the files of the client for the service worker: all scripts and style sheets, but not the fonts for formulas.
 * @param {string} folder
 */
function listFiles(folder) {
  const names = readdirSync(join(folder, "assets")).filter((name) => /[.](js|css)$/.test(name));
  writeFileSync(join(folder, "files.json"), JSON.stringify(names.map((name) => `/assets/${name}`).toSorted()));
}

/** @param {string} folder */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names
    .map((name) => join(folder, name))
    .filter((file) => /[.](js|css|html|svg|json|webmanifest)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < WORTH_COMPRESSING) return;
      writeFileSync(`${file}.br`, await brotli(content));
      writeFileSync(`${file}.gz`, await zip(content, { level: 9 }));
    }),
  );
}

function removeOld() {
  const folders = readdirSync(BUILT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const age = (/** @type {string} */ name) => statSync(new URL(name, BUILT)).mtimeMs;
  const byAge = folders.map(({ name }) => name).toSorted((one, other) => age(other) - age(one));
  for (const name of byAge.slice(MAX_BUILDS)) rmSync(new URL(name, BUILT), { recursive: true });
}

mkdirSync(BUILT, { recursive: true });
const folder = mkdtempSync(fileURLToPath(new URL("build-", BUILT)));
const index = fileURLToPath(new URL("../index.html", import.meta.url));
const besides = ["../public", "."].flatMap((part) => {
  const home = fileURLToPath(new URL(part, import.meta.url));
  const names = readdirSync(home, { recursive: true, encoding: "utf8" }).map((name) => join(home, name));
  return names.filter((name) => statSync(name).isFile());
});
chmodSync(folder, 0o755); // the server may run as another user than the build
const files = [...(await write(folder)), ...besides, CONFIG, index].map((file) => pathToFileURL(file).href);
listFiles(folder);
await compress(folder);
const sources = Object.fromEntries([...files, INSTALLED.href].map((file) => [file, stateOf(file)]));
const note = `${folder}.json`;
writeFileSync(note, JSON.stringify({ folder: basename(folder), sources }));
renameSync(note, new URL("newest.json", BUILT));
removeOld();
