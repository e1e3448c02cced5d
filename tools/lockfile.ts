// Checks that package-lock.json is complete. `npm ci` fails if an entry for an optional package of any platform is
// missing, but npm writes no entry for a package that the registry in use does not have. With `--write`, adds the
// missing entries.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isMain, root } from "./paths.ts";

export interface LockEntry {
  name?: string;
  version?: string;
  integrity?: string;
  license?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
export interface Lockfile {
  packages: Record<string, LockEntry>;
}

const SYSTEMS = new Set([
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
]);
const PROCESSORS = new Set([
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
]);

/**
 * Returns the path of the entry that a package installed at `path` uses as `name`. Searches in the same order as Node:
 * from the package's own folder outwards.
 */
export function findEntry(packages: Lockfile["packages"], path: string, name: string): string | undefined {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const candidate = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (at === "") return undefined;
  }
}

/** Returns the platform that is part of the name of a binary package, in the format of package.json. */
export function platformOf(name: string) {
  const words = name.split(/[/-]/);
  const os = words.find((word) => SYSTEMS.has(word));
  const cpu = words.find((word) => PROCESSORS.has(word));
  const abi = os === "linux" ? words.find((word) => /^(gnu|musl)/.test(word)) : undefined;
  const libc = abi?.replace(/^gnu.*/, "glibc").replace(/^musl.*/, "musl");
  return { cpu: cpu ? { cpu: [cpu] } : {}, libc: libc ? { libc: [libc] } : {}, os: os ? { os: [os] } : {} };
}

/**
 * Returns the missing entries, by their paths in the lock file. They contain no checksum; npm adds it if the package is
 * available.
 */
export function missingEntries({ packages }: Lockfile): Map<string, LockEntry> {
  const missing = new Map<string, LockEntry>();
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (findEntry(packages, path, name) !== undefined) continue;
      if (!/^\d/.test(version)) throw new Error(`${path} wants ${name}@${version}, which is not one version`);
      const { cpu, libc, os } = platformOf(name);
      const dev = entry.dev === true ? { dev: true } : {};
      // The keys are in the same order as npm writes them, so that npm does not change the file.
      missing.set(`node_modules/${name}`, { version, ...cpu, ...dev, ...libc, optional: true, ...os });
    }
  }
  return missing;
}

/** Returns the problems of the lock file, each as one line. */
export function lockfileProblems(lock: Lockfile): string[] {
  const remote = Object.entries(lock.packages).filter(
    ([, entry]) => entry.resolved !== undefined && entry.link !== true,
  );
  return [
    ...[...missingEntries(lock).keys()].map((path) => `no entry for ${path}: run node tools/lockfile.ts --write`),
    ...remote.map(([path]) => `${path} names where it was fetched from (.npmrc: omit-lockfile-registry-resolved)`),
  ];
}

/** Reads the lock file of this checkout. */
export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lockfile;
}

function fill(): void {
  const lock = readLockfile();
  const all = [...Object.entries(lock.packages), ...missingEntries(lock)];
  lock.packages = Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(join(root, "package-lock.json"), `${JSON.stringify(lock, null, 2)}\n`);
}

if (isMain(import.meta.url)) {
  if (process.argv.includes("--write")) fill();
  const problems = lockfileProblems(readLockfile());
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
