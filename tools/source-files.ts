// The files of this checkout that are ours: everything that .gitignore does not name.
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, matchesGlob } from "node:path";
import { root } from "./paths.ts";

/** A .gitignore of the simple kind: names, `*` globs, a leading `/` for the root, a trailing `/` for folders. */
export function parseGitignore(gitignore: string): (path: string) => boolean {
  const lines = gitignore.split("\n").map((line) => line.trim());
  const patterns = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.replace(/\/$/, ""));
  const globs = patterns.map((line) => (line.startsWith("/") ? line.slice(1) : `**/${line}`));
  return (path) => path === ".git" || globs.some((glob) => matchesGlob(path, glob));
}

/** The paths of our files, relative to `base`, with `/` between folders, sorted. Asks no git: a copy without it is checked too. */
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

/** One of our files with its text. A binary one has none, but the digest of its bytes. */
export interface SourceFile {
  path: string;
  text: string | undefined;
  digest?: string;
}

/** Reads our files, as far as `wanted` says. */
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
