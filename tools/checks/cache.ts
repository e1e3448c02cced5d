// Stores results of checks in node_modules/.cache, so that later runs can reuse them. Only passes are stored. The key
// of a pass covers everything that the check depends on: the content of its files, the installed packages, the tools
// themselves, Node, and the type of machine. Therefore, a stored pass is as reliable as a new run, and a failed check
// is always run again.
import { createHash, hash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceFile } from "../source-files.ts";
import { root } from "../paths.ts";

const FOLDER = join(root, "node_modules/.cache/checks");
/** File in which npm lists the installed packages with their versions and checksums. */
const INSTALLED_PACKAGES = join(root, "node_modules/.package-lock.json");

/**
 * Matches files that affect how all checks run. In addition, each check depends on its own source and on the
 * configuration of its tool.
 */
const SHARED_CONFIGURATION =
  /^tools\/(check|source-files|imports|paths|checks\/(cache|check|run))\.ts$|(^|\/)package(-lock)?\.json$|^\.(npmrc|gitignore)$/;

/** Returns a text that identifies a file by its path and its content. */
export const fileIdentity = ({ path, text, digest }: SourceFile): string =>
  `${path}\0${digest ?? hash("sha256", text ?? "")}`;

/**
 * Returns a cache key that covers the given files and `parts`, and the environment: the machine, its packages and the
 * checks.
 */
export function cacheKey(environment: string, files: readonly SourceFile[], ...parts: readonly string[]): string {
  const sum = createHash("sha256").update(environment);
  for (const part of parts) sum.update(`\0${part}`);
  for (const file of files) sum.update(`\n${fileIdentity(file)}`);
  return sum.digest("hex");
}

/** Returns a hash of the machine, the installed packages and the shared configuration. All keys of a run contain it. */
export function environmentKey(files: readonly SourceFile[]): string {
  const machine = [process.version, process.platform, process.arch, process.env["npm_config_registry"] ?? ""].join(" ");
  const configuration = files.filter(({ path }) => SHARED_CONFIGURATION.test(path)).map(fileIdentity);
  return hash("sha256", [machine, readFileSync(INSTALLED_PACKAGES, "utf8"), ...configuration].join("\n"));
}

/** The stored passes, as files in a folder. */
export class CheckCache {
  readonly #folder: string;

  constructor(folder = FOLDER) {
    this.#folder = folder;
  }

  /** Reads the value that is stored under a name. Undefined if there is none, or if it cannot be read. */
  read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(this.#fileOf(name), "utf8")) as unknown;
    } catch {
      return undefined;
    }
  }

  /**
   * Stores a value under a name, and replaces the previous value. A process that reads at the same time gets either the
   * old or the new value, never a part of one.
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
