// Collects the files of a distribution.
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, matchesGlob, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { NOT_BUNDLED } from "../../cli/packed/bundle.mjs";
import { BUILT } from "../../web/built/find.mjs";
import { readLockfile } from "../lockfile.ts";
import { root } from "../paths.ts";
import { type BundledProgram, folders } from "./bundle-program.ts";
import { assertExecutables } from "./executables.ts";
import { createFile, DistributionError, type File, moveTo } from "./file.ts";
import { createLicenses } from "./licenses.ts";
import { findNativeComponents, findNodeComponents } from "./native-components.ts";
import { loadPackage } from "./npm-packages.ts";
import { nodePackage, type Platform } from "./platforms.ts";
import { findProductionPackages, type ProductionPackage } from "./production-packages.ts";
import { createSbom, type NativeComponent } from "./sbom.ts";

/** Files of packages that the program does not need: sources, types, documentation, commands, and files for compilers. */
const NOT_NEEDED = [
  "**/*.{a,h,map,md}",
  "**/*.d.{ts,cts,mts}",
  "**/{include,install,pgxs,pkgconfig,scripts,src}/**",
  "bin/*.js",
  "native/bin/pg_ctl",
];

interface BuildOptions {
  readonly platform: Platform;
  readonly version: string;
  /** Time that the distribution states as its own. */
  readonly built: Date;
  readonly program: BundledProgram;
}

/** A distribution before it is packed. */
export interface Distribution {
  readonly files: readonly File[];
  readonly sbom: string;
}

/**
 * Collects the files of the distribution for a platform, whose binaries are downloaded if necessary.
 * @throws DistributionError
 */
export async function collectDistribution({ platform, version, built, program }: BuildOptions): Promise<Distribution> {
  const packages = findProductionPackages(readLockfile(), platform);
  assertListed(program, packages);
  const node = nodePackage(platform);
  const nodeFiles = await loadPackage(node);
  const unbundled = await loadUnbundled(packages);
  const native: NativeComponent[] = findNodeComponents(node);
  for (const [one, files] of unbundled) native.push(...findNativeComponents(one, files));
  const sbom = createSbom({ platform, version, built, node, packages, native });
  const files = [
    ...nodeFiles.filter(({ path }) => path === "bin/node").flatMap((file) => moveTo("node", [file])),
    ...moveTo("program", [...program.files, createFile("package.json", '{ "type": "module" }\n'), ...programFolders()]),
    ...[...unbundled].flatMap(([one, contents]) => moveTo(`program/${one.path}`, selectNeeded(contents))),
    ...createLicenses(packages, unbundled, nodeFiles),
    ...documents(),
    createFile("sbom.cdx.json", sbom),
    { ...createFile("parlance", readFileSync(join(import.meta.dirname, "files/parlance.sh"))), isExecutable: true },
  ];
  assertExecutables(files, platform);
  return { files, sbom };
}

/** Throws if the program contains a package that the list of components would not contain. */
function assertListed(program: BundledProgram, packages: readonly ProductionPackage[]): void {
  const listed = new Set(packages.map(({ path }) => path));
  const missing = [...program.packages].filter((path) => !listed.has(path));
  if (missing.length > 0)
    throw new DistributionError(`the program contains packages that are only for development: ${missing.join(", ")}`);
}

/** Downloads the packages that are not bundled, together with the packages that they import. */
async function loadUnbundled(
  packages: readonly ProductionPackage[],
): Promise<ReadonlyMap<ProductionPackage, readonly File[]>> {
  const byPath = new Map(packages.map((one) => [one.path, one]));
  const found = new Set(packages.filter(({ name }) => NOT_BUNDLED.some((pattern) => pattern.test(name))));
  for (const { dependencies } of found)
    for (const path of dependencies) found.add(byPath.get(path) as ProductionPackage);
  const loaded = new Map<ProductionPackage, readonly File[]>();
  for (const one of found) loaded.set(one, await loadPackage({ ...one, integrity: one.integrity ?? "" }));
  return loaded;
}

/** Returns the files that the program needs. The links between versions of libraries are added. */
function selectNeeded(files: readonly File[]): File[] {
  const needed = files.filter(({ path }) => !NOT_NEEDED.some((pattern) => matchesGlob(path, pattern)));
  const list = files.find(({ path }) => path === "native/pg-symlinks.json")?.content;
  if (!(list instanceof Uint8Array)) return needed;
  const links = JSON.parse(Buffer.from(list).toString()) as { source: string; target: string }[];
  return [
    ...needed,
    ...links
      .filter(({ source }) => needed.some(({ path }) => path === source))
      .map(({ source, target }) => ({ path: target, content: { link: basename(source) }, isExecutable: false })),
  ];
}

/** Returns the folders that the program reads, among them the newest build of the web client. */
function programFolders(): File[] {
  const { folder } = JSON.parse(readFileSync(new URL("newest.json", BUILT), "utf8")) as { folder: string };
  return folders.flatMap(([source, target]) =>
    target === "web-client/"
      ? [
          ...readFolder(fileURLToPath(new URL(folder, BUILT)), `${target}client`),
          createFile(`${target}newest.json`, '{ "folder": "client" }\n'),
        ]
      : readFolder(join(root, source), target.slice(0, -1)),
  );
}

/**
 * Returns the documents for operators and users: the pages that docs/README.md lists before those for contributors, all
 * pages to which they link, the changelog, and the files for monitoring and other ways to install the server.
 */
function documents(): File[] {
  const [index = ""] = readFileSync(join(root, "docs/README.md"), "utf8").split("**Change it**");
  const names = new Set(linkedPages(index));
  const pages: File[] = [];
  for (const name of names) {
    const page = readFileSync(join(root, "docs", name), "utf8");
    for (const linked of linkedPages(page)) names.add(linked);
    pages.push(createFile(`docs/${name}`, page));
  }
  return [
    createFile("README.md", readFileSync(join(import.meta.dirname, "files/README.md"))),
    createFile("CHANGELOG.md", readFileSync(join(root, "CHANGELOG.md"))),
    ...pages,
    ...readFolder(join(root, "deploy"), "deploy").filter(({ path }) => !/\.test\.|^deploy\/debian\//.test(path)),
  ];
}

/** Returns the names of the pages in the same folder to which a page links. */
const linkedPages = (page: string): string[] =>
  [...page.matchAll(/\]\(([\w-]+\.md)[#)]/g)].map(([, name = ""]) => name);

const readFolder = (from: string, to: string): File[] =>
  readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => createFile(`${to}/${relative(from, path)}`, readFileSync(path)));
