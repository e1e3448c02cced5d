// Checks the migrations: they must be numbered without gaps, and each new one must declare the oldest release that can
// run on its result. An older server starts on a newer database only if the declarations allow it.
import { compareVersions, isVersion, version } from "@parlance/kernel/base/version.ts";
import { findOldestRelease } from "@parlance/kernel/db/migrate.ts";
import type { SourceFile } from "../source-files.ts";
import { createCheck, type Check } from "./check.ts";

/** The folders of migrations, each with the number of its last migration that declares no oldest release. */
const FOLDERS: Readonly<Record<string, number>> = { "server/migrations/": 55, "push-relay/migrations/": 3 };

export const migrationsCheck: Check = createCheck(
  {
    name: "migrations",
    about: "migrations are numbered without gaps, and declare the oldest release that can run on their result",
  },
  (path) => Object.keys(FOLDERS).some((folder) => path.startsWith(folder)),
  (files) => [...findMisnumbered(files.map(({ path }) => path)), ...findWithoutRelease(files)],
);

/**
 * Finds migrations whose numbers are not consecutive. Servers would skip such migrations, or apply them in an undefined
 * order.
 */
export function findMisnumbered(paths: readonly string[]): string[] {
  return Object.keys(FOLDERS).flatMap((folder) => {
    const names = paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    return names.toSorted().flatMap((name, index) => {
      const number = String(index + 1).padStart(4, "0");
      const isRight = name.startsWith(`${number}_`) && name.endsWith(".sql");
      return isRight ? [] : [`${folder}${name}: by its place it is ${number}_<what it makes>.sql`];
    });
  });
}

/** Finds new migrations that do not declare the oldest release that can run on their result. */
export function findWithoutRelease(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text = "" }) => {
    const [folder, number] = splitPath(path);
    if (number <= (FOLDERS[folder] ?? Infinity)) return [];
    const release = findOldestRelease(text);
    if (release === null)
      return [`${path}: add a line “-- Oldest release that can run on the result: VERSION”; see docs/migrations.md`];
    if (!isVersion(release)) return [`${path}: ${release} is not a version`];
    return compareVersions(release, version) > 0 ? [`${path}: release ${release} does not exist yet`] : [];
  });
}

const splitPath = (path: string): [folder: string, number: number] => {
  const start = path.lastIndexOf("/") + 1;
  return [path.slice(0, start), Number.parseInt(path.slice(start), 10)];
};
