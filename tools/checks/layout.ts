// Checks the names of files and folders: kebab-case, and no name that says nothing about the content. Also limits the
// number of files in a folder, so that it can be read at a glance.
import { posix } from "node:path";
import { createCheck, type Check } from "./check.ts";

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(["utils", "util", "helpers", "helper", "common", "misc"]);
/** Names prescribed by convention: dotfiles, and a repository's documents in capitals. */
const CONVENTIONAL_NAME = /^(\.|[A-Z]+(\.md)?$)/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Migrations start with a number, which sorts them, followed by what they do. */
const MIGRATION = /^\d{4}_[a-z0-9_]+$/;
const MAX_FILES_PER_LEVEL = 12;
/** Folders with the limit. */
const LIMITED_FOLDERS = /^(server|web)\/src\//;
/** Flat lists of similar files. */
const LISTS: ReadonlySet<string> = new Set(["web/src/base/words/en"]);
const MIGRATIONS = ["server/migrations/", "push-relay/migrations/"];

export const layoutCheck: Check = createCheck(
  {
    name: "layout",
    about:
      "files and folders in kebab-case, none called utils, helpers or common; at most 12 sources a folder; migrations numbered",
  },
  () => true,
  (files) => {
    const paths = files.map(({ path }) => path);
    return [...findMisnamed(paths), ...findMisnumbered(paths), ...findCrowdedFolders(paths)];
  },
);

/** Finds the paths with a part that does not follow the naming rules. */
export function findMisnamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const parts = path.split("/").filter((part) => !CONVENTIONAL_NAME.test(part));
    const stems = parts.map((part) => part.replace(/(\.[a-z0-9]+)+$/i, ""));
    return stems.flatMap((stem) => {
      if (FORBIDDEN_NAMES.has(stem)) return [`${path}: “${stem}” does not say what is inside`];
      return KEBAB_CASE.test(stem) || MIGRATION.test(stem) ? [] : [`${path}: “${stem}” is not in kebab-case`];
    });
  });
}

/**
 * Finds the migrations whose numbers are not consecutive: servers would skip them, or apply them in an undefined order.
 */
export function findMisnumbered(paths: readonly string[]): string[] {
  return MIGRATIONS.flatMap((folder) => {
    const names = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    return names.toSorted().flatMap((name, index) => {
      const number = String(index + 1).padStart(4, "0");
      const isRight = name.startsWith(`${number}_`) && name.endsWith(".sql");
      return isRight ? [] : [`${folder}${name}: by its place it is ${number}_<what it makes>.sql`];
    });
  });
}

/** Returns the folders of server and web client that have too many source files, not counting tests and fixtures. */
export function findCrowdedFolders(paths: readonly string[]): string[] {
  const sources = paths.filter(
    (path) => LIMITED_FOLDERS.test(path) && /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/fixtures\//.test(path),
  );
  return [...Map.groupBy(sources, (path) => posix.dirname(path))].flatMap(([folder, files]) =>
    files.length > MAX_FILES_PER_LEVEL && !LISTS.has(folder)
      ? [
          `${folder}: ${files.length} source files, at most ${MAX_FILES_PER_LEVEL}: group them in sub-folders by subject`,
        ]
      : [],
  );
}
