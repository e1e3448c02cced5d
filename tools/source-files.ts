// The files of this checkout that .gitignore does not exclude.
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { root } from "./paths.ts";

/**
 * Parses a .gitignore, and returns a function that returns true for excluded paths. Supports names, globs with `*`, a
 * leading `/` for the root folder, and a trailing `/` for folders.
 */
export function parseGitignore(gitignore: string): (path: string) => boolean {
  const lines = gitignore.split("\n").map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.replace(/\/$/, ""));
  const globs = patterns.map((line) => (line.startsWith("/") ? line.slice(1) : `**/${line}`));
  return (path) => path === ".git" || globs.some((glob) => matchesGlob(path, glob));
}

/**
 * Returns the paths of all source files, sorted and relative to `base`, with `/` as the separator. Does not use git, so
 * that a copy of the files without a repository can be checked as well.
 */
export function listFiles(base = root): string[] {
  const ignored = parseGitignore(readFileSync(join(base, ".gitignore"), "utf8"));
  const walk = (folder: string): string[] =>
    readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (ignored(path)) return [];
      return entry.isDirectory() ? walk(path) : entry.isFile() ? [path] : [];
    });
  return walk("").toSorted();
}

/** A source file with its content. A binary file has a digest of its content instead. */
export interface SourceFile {
  path: string;
  text: string | undefined;
  digest?: string;
}

/** Reads the source files whose paths `wanted` accepts. */
export function readFiles(wanted: (path: string) => boolean = () => true, base = root): SourceFile[] {
  return listFiles(base)
    .filter(wanted)
    .map((path) => {
      const bytes = readFileSync(join(base, path));
      return bytes.includes(0)
        ? { path, text: undefined, digest: hash("sha256", bytes) }
        : { path, text: bytes.toString("utf8") };
    });
}
