import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeReadError } from "../private-files.ts";
import { systemErrorCode } from "../../base/file-errors.ts";
import { ConfigError } from "../config-error.ts";
import type { Environment } from "../setting-sources.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";

/** Name of the settings file in a data directory. */
export const SETTINGS_FILE_NAME = "parlance.toml";

const SYSTEM_FILE = `/etc/parlance/${SETTINGS_FILE_NAME}`;

interface SettingsFileSearch {
  readonly env: Environment;
  /** File named on the command line. */
  readonly named: string | undefined;
  /** Data directory of the command line, the environment or the default. */
  readonly dataDir: string;
}

/** The settings file, if there is one, and the places where it was searched. */
export interface FoundSettingsFile {
  readonly file: SettingsFile | undefined;
  /** Paths, each with the reason why it was not used if it may exist. */
  readonly searched: readonly string[];
}

/**
 * Finds and reads the settings file. The first of these is used: the file named on the command line, the one in the
 * variable PARLANCE_CONFIG, the one in the data directory, and the one in /etc. The internal variable
 * PARLANCE_SYSTEM_CONFIG replaces the last one: tests set it, so that they do not depend on the machine's settings. If it
 * is empty, there is no such file.
 * @throws ConfigError if the named file does not exist, or if the file cannot be read
 */
export function findSettingsFile({ env, named, dataDir }: SettingsFileSearch): FoundSettingsFile {
  const path = named ?? (env["PARLANCE_CONFIG"] || undefined);
  if (path !== undefined) {
    const searched = [resolve(path)];
    if (findProblem(path) !== "") return { file: readSettingsFile(path), searched };
    const by = named === undefined ? "PARLANCE_CONFIG" : "--config";
    throw new ConfigError(
      `the settings file ${resolve(path)}, which ${by} names, does not exist; create it with \`parlance config init --config ${path}\``,
    );
  }
  const system = env["PARLANCE_SYSTEM_CONFIG"] ?? SYSTEM_FILE;
  const searched: string[] = [];
  for (const candidate of [join(resolve(dataDir), SETTINGS_FILE_NAME), ...(system === "" ? [] : [system])]) {
    const problem = findProblem(candidate);
    if (problem === undefined) {
      const file = readSettingsFile(candidate, { isInDataDirectory: candidate !== system });
      return { file, searched: [...searched, candidate] };
    }
    searched.push(`${candidate}${problem}`);
  }
  return { file: undefined, searched };
}

/**
 * Returns undefined if a file exists. Otherwise returns the reason why this is unknown, in parentheses, or an empty text
 * if the file does not exist.
 */
function findProblem(path: string): string | undefined {
  try {
    statSync(path);
    return undefined;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return "";
    return ` (${describeReadError(error)})`;
  }
}
