import { replaceVariables } from "../read-settings.ts";
import type { Setting } from "../setting.ts";
import {
  isSecretFileDeclared,
  type SettingDeclarations,
  type SettingTables,
  tableOf,
} from "../setting-declarations.ts";

/** A table of the settings file, with its settings. */
export interface DescribedTable {
  readonly name: string;
  readonly description: string;
  readonly settings: readonly Setting<unknown>[];
}

/** Groups settings by their tables. */
export function groupByTable(settings: SettingDeclarations, tables: SettingTables): DescribedTable[] {
  const byTable = Map.groupBy(Object.values(settings), ({ key }) => tableOf(key));
  return Object.entries(tables).map(([name, description]) => ({
    name,
    description,
    settings: byTable.get(name) ?? [],
  }));
}

/** Returns a function that replaces the names of variables in descriptions with keys of the settings file. */
export function createDescriber(settings: SettingDeclarations): (text: string) => string {
  const keys = new Map<string, string>(Object.values(settings).map(({ variable, key }) => [variable, key]));
  return (text) => replaceVariables(text, keys);
}

/** Returns whether a secret can also be given as a file that contains it, without a setting of its own for this file. */
export const canBeInFile = (setting: Setting<unknown>, settings: SettingDeclarations): boolean =>
  setting.isSecret === true && !isSecretFileDeclared(setting, Object.values(settings));

/** Returns a setting's default as it is written in a settings file, or undefined if it has no plain default. */
export function formatDefault({ default: value, defaultText, fileType }: Setting<unknown>): string | undefined {
  if (typeof value === "string" && (value !== "" || defaultText === undefined)) return JSON.stringify(value);
  if (fileType === "integer" && typeof value === "number") return String(value);
  if (fileType === "boolean" && typeof value === "boolean") return String(value);
  return undefined;
}

/** Returns the values that a setting accepts, with their unit. */
export const describeValues = ({ accepts, unit }: Setting<unknown>): string =>
  `${accepts}${unit === undefined ? "" : ` (${unit})`}`;
