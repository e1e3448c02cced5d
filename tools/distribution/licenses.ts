// Collects the licenses of everything in a distribution.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.ts";
import { createFile, type File } from "./file.ts";
import type { ProductionPackage } from "./production-packages.ts";

/** Matches the names of files with a license or a notice, at the top of a package. */
const LICENSE_FILE = /^(licen[cs]e|copying|notice)[^/]*$/i;
const RULER = "=".repeat(80);

/**
 * Returns the files with licenses.
 * @param unbundled packages that are not bundled, with their files
 * @param node files of the package with Node
 */
export function createLicenses(
  packages: readonly ProductionPackage[],
  unbundled: ReadonlyMap<ProductionPackage, readonly File[]>,
  node: readonly File[],
): File[] {
  const texts = packages.flatMap((one) => {
    if (one.integrity === undefined) return []; // a package of this repository
    return [describePackage(one, unbundled.get(one) ?? topFiles(one.path))];
  });
  const images = [...unbundled].find(([{ name }]) => name.startsWith("@img/sharp-libvips-"))?.[1] ?? [];
  return [
    createFile("LICENSE", readFileSync(join(root, "LICENSE"))),
    createFile("licenses/npm-packages.txt", texts.join("\n")),
    ...node.filter(({ path }) => path === "LICENSE").map((file) => ({ ...file, path: "licenses/node.txt" })),
    ...images.filter(({ path }) => path === "README.md").map((file) => ({ ...file, path: "licenses/libvips.md" })),
    ...readFolder(join(import.meta.dirname, "licenses")).map((file) => ({ ...file, path: `licenses/${file.path}` })),
  ];
}

function describePackage({ name, version, license }: ProductionPackage, files: readonly File[]): string {
  const texts = files
    .filter(({ path }) => LICENSE_FILE.test(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ content }) => (content instanceof Uint8Array ? Buffer.from(content).toString("utf8").trim() : ""));
  const body = texts.length > 0 ? texts : [`The package has no license file. ${authorOf(files)}`.trim()];
  return `${RULER}\n${name} ${version}\nLicense: ${license}\n${RULER}\n\n${body.join("\n\n")}\n`;
}

/** Returns the author that a package states. */
function authorOf(files: readonly File[]): string {
  const manifest = files.find(({ path }) => path === "package.json")?.content;
  if (!(manifest instanceof Uint8Array)) return "";
  const { author } = JSON.parse(Buffer.from(manifest).toString("utf8")) as { author?: string | { name?: string } };
  const name = typeof author === "string" ? author : author?.name;
  return name === undefined ? "" : `Author: ${name}`;
}

const topFiles = (path: string): File[] =>
  readFolder(join(root, path)).filter((file) => file.path === "package.json" || LICENSE_FILE.test(file.path));

/** Reads the files of a folder, without those of its sub-folders. */
const readFolder = (folder: string): File[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => createFile(name, readFileSync(join(folder, name))));
