import { findClosestMatch } from "../closest-match.ts";
import { isTable } from "./key-lines.ts";
import { nameInTable, type SettingNames, tableOf } from "../setting-declarations.ts";
import { placeOf, type SettingsFile } from "./settings-file.ts";

/** Returns a sentence for each key and table of a settings file that is not known, with the closest known name. */
export function findUnknownKeys(file: SettingsFile, settings: readonly SettingNames[]): string[] {
  const known: readonly string[] = settings.map(({ key }) => key);
  const tables = new Set(known.map(tableOf));
  const unknownTables = new Set([...file.values.keys()].filter((key) => key.includes(".")).map(tableOf));
  for (const [key, value] of file.values) if (isTable(value) && !key.includes(".")) unknownTables.add(key);
  for (const table of tables) unknownTables.delete(table);
  return [
    ...[...unknownTables].map((table) => {
      const closest = findClosestMatch(table, [...tables], maxDistance(table));
      return `${placeOf(file, table)}: [${table}] is not a table of settings${closest === undefined ? "" : `; did you mean [${closest}]?`}`;
    }),
    ...[...file.values.entries()]
      .filter(
        ([key, value]) =>
          !known.includes(key) && !unknownTables.has(key.split(".")[0] ?? "") && !isKnownTable(key, value, tables),
      )
      .map(([key]) => `${placeOf(file, key)}: ${describeUnknownKey(key, known, tables)}`),
  ];
}

const isKnownTable = (key: string, value: unknown, tables: ReadonlySet<string>): boolean =>
  isTable(value) && tables.has(key);

function describeUnknownKey(key: string, known: readonly string[], tables: ReadonlySet<string>): string {
  if (tables.has(key))
    return `${key} is a table of settings: write it as [${key}], with its settings on the following lines`;
  const isInTable = key.includes(".");
  const name = isInTable ? nameInTable(key) : key;
  const closest = known.find((other) => nameInTable(other) === name) ?? findClosest(key, known);
  const suggestion =
    closest === undefined ? "" : `; did you mean ${nameInTable(closest)} in the table [${tableOf(closest)}]?`;
  return `${key} is not a setting${suggestion}`;
}

/** Returns the closest key of the same table, or of all tables if the table has none that is close. */
function findClosest(key: string, known: readonly string[]): string | undefined {
  const name = key.includes(".") ? nameInTable(key) : key;
  const find = (keys: readonly string[]) => {
    const closest = findClosestMatch(name, keys.map(nameInTable), maxDistance(name));
    return keys.find((other) => nameInTable(other) === closest);
  };
  return find(known.filter((other) => tableOf(other) === tableOf(key))) ?? find(known);
}

/** Returns the maximum distance at which a name still counts as misspelled: short names resemble each other by chance. */
const maxDistance = (name: string): number => Math.min(4, Math.ceil(name.length / 2));
