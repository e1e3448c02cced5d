import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse, TomlError, type TomlTable, type TomlValue } from "smol-toml";
import { describeReadError } from "../private-files.ts";
import { ConfigError } from "../config-error.ts";
import { findKeyLines, isTable } from "./key-lines.ts";

/** Value of a key in a settings file. */
export type FileValue = TomlValue;

/** A parsed settings file. */
export interface SettingsFile {
  /** Absolute path. */
  readonly path: string;
  /** True if the file is in the data directory, where it was found because nothing else named a file. */
  readonly isInDataDirectory: boolean;
  /** Permission bits. */
  readonly mode: number;
  /** Values by their keys, such as `mail.url`. Contains unknown keys, also such that are in no table. */
  readonly values: ReadonlyMap<string, FileValue>;
  /** Returns the number of the line on which a key is set, or on which the header of a table is. */
  readonly lineOf: (keyOrTable: string) => number;
}

/**
 * Reads a settings file.
 * @throws ConfigError if the file cannot be read, or is not valid TOML
 */
export function readSettingsFile(name: string, { isInDataDirectory = false } = {}): SettingsFile {
  const path = resolve(name);
  const { text, mode } = readText(path);
  const values = flatten(parseToml(path, text));
  let lines: ReadonlyMap<string, number> | undefined;
  const lineOf = (key: string) => (lines ??= findKeyLines(text)).get(key) ?? 1;
  return { path, isInDataDirectory, mode, values, lineOf };
}

/** Returns the place of a key, for error messages: the path of the file, and the line. */
export const placeOf = ({ path, lineOf }: SettingsFile, key: string): string => `${path}, line ${lineOf(key)}`;

/** Resolves a path in a settings file, which is relative to the folder of that file. */
export const resolveInFile = ({ path }: SettingsFile, value: string): string => resolve(dirname(path), value);

function readText(path: string): { text: string; mode: number } {
  try {
    const { mode } = statSync(path);
    return { text: readFileSync(path, "utf8"), mode };
  } catch (error) {
    throw new ConfigError(`the settings file ${path} cannot be read: ${describeReadError(error)}`, { cause: error });
  }
}

function parseToml(path: string, text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // Only the first line, because the others quote the document, which may contain secrets.
    const reason = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "");
    throw new ConfigError(`${path}, line ${error.line}, column ${error.column}: this is not valid TOML: ${reason}`, {
      cause: error,
    });
  }
}

/** Returns the values of all tables by their keys. Empty tables, and values outside of tables, are contained as well. */
function flatten(document: TomlTable): ReadonlyMap<string, FileValue> {
  const values = new Map<string, FileValue>();
  for (const [table, content] of Object.entries(document)) {
    const entries = isTable(content) ? Object.entries(content) : [];
    if (entries.length === 0) values.set(table, content);
    for (const [name, value] of entries) values.set(`${table}.${name}`, value);
  }
  return values;
}
