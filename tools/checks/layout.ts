// Names of files and folders: kebab-case, and none that says nothing about what is inside.
import { finding, type Check } from "./check.ts";

const GRAB_BAGS: ReadonlySet<string> = new Set(["utils", "util", "helpers", "helper", "common", "misc"]);
/** Names that others prescribe: dotfiles, and the papers of a repository, which are written in capitals. */
const PRESCRIBED = /^(\.|[A-Z]+(\.md)?$)/;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Migrations are sorted by number, and name what they do after it. */
const MIGRATION = /^\d{4}_[a-z0-9_]+$/;
const MIGRATIONS = ["server/migrations/", "push-relay/migrations/"];

export const layout: Check = finding(
  {
    name: "layout",
    about: "files and folders in kebab-case, none called utils, helpers or common; migrations numbered",
  },
  () => true,
  (files) => {
    const paths = files.map(({ path }) => path);
    return [...misnamed(paths), ...misnumbered(paths)];
  },
);

/** The paths with a part that is not named as our paths are. */
export function misnamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const parts = path.split("/").filter((part) => !PRESCRIBED.test(part));
    const stems = parts.map((part) => part.replace(/(\.[a-z0-9]+)+$/i, ""));
    return stems.flatMap((stem) => {
      if (GRAB_BAGS.has(stem)) return [`${path}: “${stem}” does not say what is inside`];
      return KEBAB_CASE.test(stem) || MIGRATION.test(stem) ? [] : [`${path}: “${stem}” is not in kebab-case`];
    });
  });
}

/** The migrations whose numbers do not follow one another: servers would pass over them, or apply them in no certain order. */
export function misnumbered(paths: readonly string[]): string[] {
  return MIGRATIONS.flatMap((folder) => {
    const names = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    return names.toSorted().flatMap((name, index) => {
      const number = String(index + 1).padStart(4, "0");
      const isRight = name.startsWith(`${number}_`) && name.endsWith(".sql");
      return isRight ? [] : [`${folder}${name}: by its place it is ${number}_<what it makes>.sql`];
    });
  });
}
