import { isTable } from "./key-lines.ts";
import { isWorldReadable, withdrawPermissions } from "../private-files.ts";
import type { FileType, Setting } from "../setting.ts";
import { allSettingNames, isSecretFileDeclared, secretFileNames } from "../setting-declarations.ts";
import { type FileValue, placeOf, resolveInFile, type SettingsFile } from "./settings-file.ts";
import { findUnknownKeys } from "./unknown-keys.ts";

/** The values of a settings file in the format of environment variables, by their keys, and the errors of the file. */
export interface FileTexts {
  readonly texts: ReadonlyMap<string, string>;
  /** One sentence each. */
  readonly errors: readonly string[];
}

const typeNames: Readonly<Record<FileType, string>> = {
  string: "a string",
  integer: "an integer",
  boolean: "true or false, without quotes",
  list: "an array of strings, or a string",
};

/** Converts the values of a settings file to the format of environment variables. */
export function readFileTexts(file: SettingsFile, settings: readonly Setting<unknown>[]): FileTexts {
  const texts = new Map<string, string>();
  const errors = [...findUnknownKeys(file, allSettingNames(settings)), ...findExposedSecrets(file, settings)];
  for (const setting of settings) {
    const { key, isPath, isSecret, fileType = "string" } = setting;
    readValue({ key, isPath, isSecret, fileType });
    if (isSecret === true && !isSecretFileDeclared(setting, settings))
      readValue({ key: secretFileNames(setting).key, isPath: true, fileType: "string" });
    if (setting.selectsDataDirectory === true && file.isInDataDirectory && file.values.has(key)) {
      errors.push(
        `${placeOf(file, key)}: ${key} cannot be set in this file, because the file was found in the data directory itself; ` +
          `set ${setting.variable}, or use a settings file outside of the data directory`,
      );
    }
  }
  return { texts, errors };

  function readValue(entry: Entry): void {
    const value = file.values.get(entry.key);
    if (value === undefined) return;
    const text = toText(entry.fileType, value);
    if (text === undefined) errors.push(`${placeOf(file, entry.key)}: ${describeWrongType(entry, value)}`);
    else texts.set(entry.key, entry.isPath === true && text !== "" ? resolveInFile(file, text) : text);
  }
}

interface Entry {
  readonly key: string;
  readonly fileType: FileType;
  readonly isPath?: true | undefined;
  readonly isSecret?: true | undefined;
}

/**
 * Returns a value in the format of environment variables, or undefined if it has another type. Settings of all types
 * accept an empty string, which counts as not set.
 */
function toText(type: FileType, value: FileValue): string | undefined {
  if (value === "") return value;
  switch (type) {
    case "integer":
      return typeof value === "number" && Number.isInteger(value) ? String(value) : undefined;
    case "boolean":
      return typeof value === "boolean" ? String(value) : undefined;
    case "list":
      if (isListOfTexts(value)) return value.join(",");
      return typeof value === "string" ? value : undefined;
    case "string":
      return typeof value === "string" ? value : undefined;
  }
}

const isListOfTexts = (value: FileValue): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string" && one !== "");

const describeWrongType = ({ key, fileType, isSecret }: Entry, value: FileValue): string =>
  `${key} must be ${typeNames[fileType]}, but is ${describeValue(value, isSecret === true)}`;

function describeValue(value: FileValue, isSecret: boolean): string {
  if (Array.isArray(value)) return "an array";
  if (isTable(value)) return "a table";
  if (typeof value === "object") return "a date or time";
  const type = { string: "the string", number: Number.isInteger(value) ? "the integer" : "the number", boolean: "" };
  if (isSecret) return `a ${typeof value}`;
  return `${type[typeof value as keyof typeof type]} ${JSON.stringify(value)}`.trim();
}

/** Returns an error if the file contains secrets, and all users of the machine can read it. */
function findExposedSecrets({ path, mode, values }: SettingsFile, settings: readonly Setting<unknown>[]): string[] {
  const secrets = settings.filter(
    ({ key, isSecret }) => isSecret === true && values.has(key) && values.get(key) !== "",
  );
  if (secrets.length === 0 || !isWorldReadable(mode)) return [];
  const names = secrets.map(({ key }) => key).join(", ");
  return [
    `${path} contains secrets (${names}), but every user of this machine can read it: run ${withdrawPermissions(path)}`,
  ];
}
