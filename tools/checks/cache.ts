// Stores results between runs of the checks, in node_modules/.cache. Only a pass is stored, under a key that covers
// everything the check depends on: the content of its files, the installed packages, the tools themselves, Node and the
// type of machine. So a stored pass is as good as a new run, and a failure is always found again.
import { createHash, hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../source-files.ts";
import { root } from "../paths.ts";

const FOLDER = join(root, "node_modules/.cache/checks");
/** File in which npm records the installed packages, with their versions and checksums. */
const INSTALLED_PACKAGES = join(root, "node_modules/.package-lock.json");

/**
 * Files that affect how every check runs. Each check also depends on its own source and on its tool's configuration.
 */
const SHARED_CONFIGURATION =
  /^tools\/(check|source-files|imports|paths|checks\/(cache|check|run))\.ts$|(^|\/)package(-lock)?\.json$|^\.(npmrc|gitignore)$/;

/** Identifies a file in a key, by its path and its content. */
export const fileIdentity = ({ path, text, digest }: SourceFile): string =>
  `${path}\0${digest ?? hash("sha256", text ?? "")}`;

/**
 * Returns a key for what depends on these files and on `parts`. Every key covers the machine, its packages and the
 * checks.
 */
export function cacheKey(environment: string, files: readonly SourceFile[], ...parts: readonly string[]): string {
  const sum = createHash("sha256").update(environment);
  for (const part of parts) sum.update(`\0${part}`);
  for (const file of files) sum.update(`\n${fileIdentity(file)}`);
  return sum.digest("hex");
}

/** Returns the part that all keys of a run share. */
export function environmentKey(files: readonly SourceFile[]): string {
  const machine = [process.version, process.platform, process.arch, process.env["npm_config_registry"] ?? ""].join(" ");
  const configuration = files.filter(({ path }) => SHARED_CONFIGURATION.test(path)).map(fileIdentity);
  return hash("sha256", [machine, readFileSync(INSTALLED_PACKAGES, "utf8"), ...configuration].join("\n"));
}

/** Passes stored in a folder. */
export class CheckCache {
  readonly #folder: string;

  constructor(folder = FOLDER) {
    this.#folder = folder;
  }

  /** Reads the value stored under a name. Returns undefined if there is none, or if it cannot be read. */
  read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#fileOf(name), "utf8")) as unknown;
    } catch {
      return undefined;
    }
  }

  /**
   * Stores a value under a name, replacing the previous one. A concurrent reader gets one or the other, never a part.
   */
  store(name: string, value: unknown): void {
    mkdirSync(this.#folder, { recursive: true });
    const unfinished = `${this.#fileOf(name)}.${process.pid}`;
    writeFileSync(unfinished, JSON.stringify(value));
    renameSync(unfinished, this.#fileOf(name));
  }

  #fileOf(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}
