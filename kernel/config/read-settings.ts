import { errorText } from "../base/error-description.ts";
import { findClosestMatch } from "./closest-match.ts";
import { ConfigError } from "./config-error.ts";
import { readFileTexts } from "./file/file-texts.ts";
import { assertPrivate, readSecretFile } from "./private-files.ts";
import type { Setting, ValuesOf } from "./setting.ts";
import {
  allSettingNames,
  secretFileNames,
  type SettingDeclarations,
  type SettingNames,
} from "./setting-declarations.ts";
import {
  createTextFinder,
  describeOrigin,
  type Environment,
  type FoundText,
  type Origin,
  type SettingSources,
} from "./setting-sources.ts";

/** Where the value of a setting comes from, and its text. Without a text, the default applies. */
export interface SettingSource {
  readonly origin: Origin;
  readonly text?: string;
}

/** The values of settings, where they come from, and warnings about variables, one sentence each. */
export interface SettingsResult<S> {
  readonly values: ValuesOf<S>;
  readonly sources: { readonly [Name in keyof S]: SettingSource };
  readonly warnings: readonly string[];
}

/**
 * Reads the settings. Options of the command line override environment variables, and these override the settings file.
 * An empty text counts as not set, unless its setting has `allowsEmpty`. `findConflicts` returns the conflicts between
 * settings, one sentence each, in which settings are called by their variables.
 * @throws ConfigError
 */
export function readSettings<S extends SettingDeclarations>(
  settings: S,
  from: SettingSources,
  findConflicts: (values: ValuesOf<S>) => readonly string[],
): SettingsResult<S> {
  const all = Object.values(settings);
  const { texts, errors: fileErrors } =
    from.file === undefined ? { texts: new Map<string, string>(), errors: [] } : readFileTexts(from.file, all);
  const findText = createTextFinder(from, texts, all);
  const secretFileKeys = new Set(all.filter(({ isSecret }) => isSecret).map((one) => secretFileNames(one).key));
  const errors = [...fileErrors];
  const [values, sources]: [Record<string, unknown>, Record<string, SettingSource>] = [{}, {}];
  for (const [name, setting] of Object.entries(settings)) {
    try {
      const source = resolveSource(findText(setting));
      sources[name] = source;
      values[name] = parseValue(setting, source);
      if (secretFileKeys.has(setting.key) && source.text !== undefined) assertPrivate(source.text);
    } catch (error) {
      values[name] = setting.default;
      errors.push(errorText(error));
    }
  }
  const read = values as ValuesOf<S>;
  const conflicts = findConflicts(read);
  errors.push(...conflicts.map((conflict) => replaceVariables(conflict, keysInFile(settings, sources, from))));
  if (errors.length > 0) throw new ConfigError(sortByLine(errors).join("\n"));
  return {
    values: read,
    sources: sources as SettingsResult<S>["sources"],
    warnings: [...formerVariables(all, from.env), ...findUnknownVariables(allSettingNames(all), from.env)],
  };
}

/** Sorts errors by their lines in the settings file. Errors without a line are last. */
const sortByLine = (errors: readonly string[]): string[] => {
  const lineOf = (error: string) => Number(/, line (\d+): /.exec(error)?.[1] ?? Infinity);
  return errors.toSorted((one, other) => lineOf(one) - lineOf(other) || 0);
};

/** Returns the text of a setting and its origin. Reads the file of a secret. */
function resolveSource({ value, secretFile }: FoundText): SettingSource {
  if (secretFile === undefined) return value ?? { origin: { kind: "default" } };
  const name = describeOrigin(secretFile.origin);
  if (value !== undefined) throw new ConfigError(`${describeOrigin(value.origin)} and ${name} cannot both be set`);
  try {
    return { origin: secretFile.origin, text: readSecretFile(secretFile.text) };
  } catch (error) {
    throw new ConfigError(`${name}: ${errorText(error)}`, { cause: error });
  }
}

function parseValue(setting: Setting<unknown>, { origin, text }: SettingSource): unknown {
  if (text === undefined || origin.kind === "default") return setting.default;
  const result = setting.schema.safeParse(text);
  if (result.success) return result.data;
  const name = describeOrigin(origin);
  throw new ConfigError(
    setting.isSecret === true
      ? `${name} is invalid: it must be ${setting.accepts}`
      : `${name} is "${text}", but must be ${setting.accepts}`,
  );
}

/** Returns the keys of the settings that are not set by variables or options, by their variables. Empty without a file. */
function keysInFile(
  settings: SettingDeclarations,
  sources: Readonly<Record<string, SettingSource>>,
  { file }: SettingSources,
): ReadonlyMap<string, string> {
  if (file === undefined) return new Map();
  const isElsewhere = (name: string) => ["flag", "variable"].includes(sources[name]?.origin.kind ?? "default");
  const inFile = Object.entries(settings).filter(([name]) => !isElsewhere(name));
  return new Map(inFile.map(([, { variable, key }]) => [variable, key]));
}

/** Replaces the names of variables in a text. */
export const replaceVariables = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\b[A-Z][A-Z0-9_]+\b/g, (word) => names.get(word) ?? word);

function formerVariables(settings: readonly SettingNames[], env: Environment): string[] {
  return settings.flatMap(({ variable, formerVariable }) => {
    if (formerVariable === undefined || env[formerVariable] === undefined) return [];
    const isIgnored = env[variable] !== undefined;
    return isIgnored
      ? [`${formerVariable} is ignored, because ${variable} replaces it: remove ${formerVariable}`]
      : [`${formerVariable} is now called ${variable}: rename it, because a later version will not read the old name`];
  });
}

/**
 * Variables that are not settings. The bootstrap passes a pipe by which a process notices that the bootstrap has died.
 * The other two select the settings file.
 */
const OTHER_VARIABLES = ["PARLANCE_PARENT_FD", "PARLANCE_CONFIG", "PARLANCE_SYSTEM_CONFIG", "PARLANCE_PROGRAM_NAME"];

function findUnknownVariables(settings: readonly SettingNames[], env: Environment): string[] {
  const known = settings.map(({ variable }) => variable);
  const former = settings.flatMap(({ formerVariable }) => formerVariable ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith("PARLANCE_") && ![...known, ...former, ...OTHER_VARIABLES].includes(name))
    .map((name) => {
      const likely = findClosestMatch(name, known);
      return `${name} is not a setting${likely ? `; did you mean ${likely}?` : ""}`;
    });
}
