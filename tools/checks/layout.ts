// Checks the names of files and folders: they must be in kebab-case and must not be generic, such as "utils". Also
// limits the number of files in a folder of the server or the web client, so that the folder can be read at a glance.
import { posix } from "node:path";
import { createCheck, type Check } from "./check.ts";

const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(["utils", "util", "helpers", "helper", "common", "misc"]);
/**
 * Matches names that follow other conventions: dotfiles, documents of the repository in capitals, such as README.md, and
 * files whose names other programs prescribe.
 */
const CONVENTIONAL_NAME = /^(\.|[A-Z]+(\.md)?$|(Caddyfile|Chart\.yaml|Containerfile)$)/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Matches the name of a migration: a number, which determines the order, followed by what the migration does. */
const MIGRATION = /^\d{4}_[a-z0-9_]+$/;
const MAX_FILES_PER_LEVEL = 12;
/** Folders with the limit. */
const LIMITED_FOLDERS = /^(server|web)\/src\//;
/** Folders without a limit, because they contain many similar files. */
const LISTS: ReadonlySet<string> = new Set(["web/src/base/words/en"]);

export const layoutCheck: Check = createCheck(
  {
    name: "layout",
    about: "files and folders in kebab-case, none called utils, helpers or common; at most 12 sources a folder",
  },
  () => true,
  (files) => {
    const paths = files.map(({ path }) => path);
    return [...findMisnamed(paths), ...findCrowdedFolders(paths)];
  },
);

/** Finds paths that contain a name which violates the rules. */
export function findMisnamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const parts = path.split("/").filter((part) => !CONVENTIONAL_NAME.test(part));
    const stems = parts.map((part) => part.replace(/(\.[a-z0-9]+)+$/i, ""));
    return stems.flatMap((stem) => {
      if (FORBIDDEN_NAMES.has(stem)) return [`${path}: “${stem}” does not describe the content`];
      return KEBAB_CASE.test(stem) || MIGRATION.test(stem) ? [] : [`${path}: “${stem}” is not in kebab-case`];
    });
  });
}

/**
 * Returns a problem for each folder of the server or the web client that contains too many source files. Tests and
 * fixtures do not count.
 */
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
