import { findClosestMatch } from "./closest-match.ts";
import type { Setting, ValuesOf } from "./setting.ts";

/**
 * Thrown if settings are invalid or conflict. The message lists the invalid variables with the values that they accept,
 * and the conflicts.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by their names. */
export type SettingDeclarations = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings, and warnings about variables, one sentence each. */
export interface SettingsResult<S> {
  readonly values: ValuesOf<S>;
  readonly warnings: readonly string[];
}

/**
 * Reads the settings from environment variables. An empty variable counts as not set, unless its setting has
 * `allowsEmpty`. `findConflicts` returns the conflicts between settings, one sentence each.
 * @throws ConfigError
 */
export function readSettings<S extends SettingDeclarations>(
  settings: S,
  env: Environment,
  findConflicts: (values: ValuesOf<S>) => readonly string[],
): SettingsResult<S> {
  const complaints: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const { name: variable, text } = findVariable(setting, env);
    values[name] = setting.default;
    if (text === undefined || (text === "" && !setting.allowsEmpty)) continue;
    const result = setting.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else complaints.push(settingError({ ...setting, variable }, text));
  }
  const read = values as ValuesOf<S>;
  complaints.push(...findConflicts(read));
  if (complaints.length > 0) throw new ConfigError(complaints.join("\n"));
  const all = Object.values(settings);
  return { values: read, warnings: [...formerVariables(all, env), ...findUnknownVariables(all, env)] };
}

/**
 * Returns the name and text of a setting's variable: of the former variable if only that one is set. The text may be
 * missing.
 */
function findVariable({ variable, formerVariable }: Setting<unknown>, env: Environment) {
  const isFormer = formerVariable !== undefined && env[variable] === undefined && env[formerVariable] !== undefined;
  const name = isFormer ? formerVariable : variable;
  return { name, text: env[name] };
}

function formerVariables(settings: readonly Setting<unknown>[], env: Environment): string[] {
  return settings.flatMap(({ variable, formerVariable }) => {
    if (formerVariable === undefined || env[formerVariable] === undefined) return [];
    const isIgnored = env[variable] !== undefined;
    return isIgnored
      ? [`${formerVariable} is ignored, because ${variable} replaces it: remove ${formerVariable}`]
      : [`${formerVariable} is now called ${variable}: rename it, because a later version will not read the old name`];
  });
}

const settingError = ({ variable, accepts, isSecret }: Setting<unknown>, text: string): string =>
  isSecret ? `${variable} is invalid: it must be ${accepts}` : `${variable} is "${text}", but must be ${accepts}`;

/**
 * Variables that operators never set. The bootstrap passes a pipe by which a process notices that the bootstrap has
 * died.
 */
const INTERNAL_VARIABLES = ["PARLANCE_PARENT_FD"];

function findUnknownVariables(settings: readonly Setting<unknown>[], env: Environment): string[] {
  const known = settings.map(({ variable }) => variable);
  const former = settings.flatMap(({ formerVariable }) => formerVariable ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith("PARLANCE_") && ![...known, ...former, ...INTERNAL_VARIABLES].includes(name))
    .map((name) => {
      const likely = findClosestMatch(name, known);
      return `${name} is not a setting${likely ? `; did you mean ${likely}?` : ""}`;
    });
}
