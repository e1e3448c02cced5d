// The files of this checkout that are ours: all that .gitignore does not exclude.
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { root } from "./paths.ts";

/** Parses a simple .gitignore: names, `*` globs, a leading `/` for the root, a trailing `/` for folders. */
export function parseGitignore(gitignore: string): (path: string) => boolean {
  const lines = gitignore.split("\n").map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.replace(/\/$/, ""));
  const globs = patterns.map((line) => (line.startsWith("/") ? line.slice(1) : `**/${line}`));
  return (path) => path === ".git" || globs.some((glob) => matchesGlob(path, glob));
}

/**
 * Returns the paths of our files, relative to `base`, with `/` between folders, sorted. Does not use git, so that a
 * copy without it can be checked as well.
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

/** One of our files with its text. A binary file has the digest of its bytes instead. */
export interface SourceFile {
  path: string;
  text: string | undefined;
  digest?: string;
}

/** Reads those of our files that `wanted` selects. */
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
