// Bundles the server, the command line and the programs that they run in child processes and threads.
import { posix, relative } from "node:path";
import { bundle, OUTPUT, ROOT } from "../../cli/packed/bundle.mjs";
import { readFiles } from "../source-files.ts";
import { createFile, DistributionError, type File } from "./file.ts";

const ENTRY = "cli/distribution.ts";
/** Name of the bundled module that the launcher runs, without its extension. */
const PROGRAM = "parlance";
/** Locations of folders that the program reads, in the checkout and relative to the bundled program. */
export const folders: readonly (readonly [string, string])[] = [
  ["server/migrations/", "migrations/server/"],
  ["push-relay/migrations/", "migrations/push-relay/"],
  ["server/src/demo/pictures/", "demo-pictures/"],
  ["node_modules/.cache/web-client/", "web-client/"],
];

/** Matches the location of a file or folder, relative to the module that uses it. */
const LOCATION = /new URL\("([^"]+)", import\.meta\.url\)/g;
/** Matches the files of which the program consists. */
const SOURCE = /^(cli|embedded-postgres|kernel|push-relay|server\/src)\/(?!.*(\.test\.ts$|\/fixtures\/)).*\.ts$/;

/** A bundled program. */
export interface BundledProgram {
  readonly files: readonly File[];
  /** Folders of the packages of which it contains modules, relative to the root of the checkout. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Bundles the program. Every bundled module is in the same folder.
 * @throws DistributionError
 */
export async function bundleProgram(): Promise<BundledProgram> {
  const bundled = await bundle({ [PROGRAM]: ENTRY, ...findChildPrograms() }, locate);
  const { output } = await bundled.generate({ ...OUTPUT, dir: "program", sourcemapExcludeSources: true });
  await bundled.close();
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
  return {
    files: output.map((file) => createFile(file.fileName, file.type === "chunk" ? file.code : file.source)),
    packages: new Set(modules.flatMap(packageFolder)),
  };
}

/** Finds the modules that are run in child processes and threads. Each is bundled as a separate program. */
function findChildPrograms(): Record<string, string> {
  const paths = readFiles((path) => SOURCE.test(path)).flatMap(({ path, text = "" }) =>
    [...text.matchAll(LOCATION)].flatMap(([, target = ""]) => (target.endsWith(".ts") ? [resolve(path, target)] : [])),
  );
  return Object.fromEntries(paths.map((path) => [posix.basename(path, ".ts"), path]));
}

/** Replaces the locations in a module with those in the distribution. */
function locate(code: string, file: string): string {
  const module = relative(ROOT, file);
  const located = code.replace(LOCATION, (_, target: string) => {
    return `new URL("./${findLocation(resolve(module, target))}", ${REPLACED}.url)`;
  });
  if (/import\.meta\.(url|dirname)/.test(located))
    throw new DistributionError(
      `${module} uses import.meta for something other than \`new URL("…", import.meta.url)\``,
    );
  return located.replaceAll(REPLACED, "import.meta");
}

/** Stands for `import.meta` in locations that were replaced. */
const REPLACED = "\0";

const resolve = (module: string, target: string) => posix.join(posix.dirname(module), target);

/** Returns the location of a file or folder of the checkout, relative to the bundled program. */
function findLocation(path: string): string {
  if (path.endsWith(".ts")) return `${posix.basename(path, ".ts")}.mjs`;
  const folder = folders.find(([source]) => source === path);
  if (folder === undefined)
    throw new DistributionError(`tools/distribution/bundle-program.ts does not list ${path}, which the program reads`);
  return folder[1];
}

/** Returns the folder of the package that contains a module. */
function packageFolder(id: string): string[] {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(relative(ROOT, id));
  return match?.[1] === undefined || id.startsWith("\0") ? [] : [match[1]];
}
