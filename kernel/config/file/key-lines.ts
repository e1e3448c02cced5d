import { parse, type TomlTable } from "smol-toml";

/**
 * Returns the number of the line on which each key of a TOML document is set, by dotted key. Tables have the line of
 * their header. The document must be valid.
 *
 * The TOML parser does not return positions. So statements are parsed one at a time: lines are collected until they
 * can be parsed, together with the header of their table.
 */
export function findKeyLines(toml: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  let [header, statement, start] = ["", "", 1];
  for (const [index, line] of toml.split("\n").entries()) {
    if (statement === "") start = index + 1;
    statement += `${line}\n`;
    const isHeader = statement.trimStart().startsWith("[");
    const parsed = tryParse(isHeader ? statement : header + statement);
    if (parsed === undefined) continue;
    if (isHeader) header = statement;
    for (const key of listKeys(parsed)) if (!found.has(key)) found.set(key, start);
    statement = "";
  }
  return found;
}

function tryParse(toml: string): TomlTable | undefined {
  try {
    return parse(toml);
  } catch {
    return undefined;
  }
}

/** Returns the keys of a table and of the tables in it, as dotted keys. */
const listKeys = (table: object, prefix = ""): string[] =>
  Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const key = `${prefix}${name}`;
    return [key, ...(isTable(value) ? listKeys(value, `${key}.`) : [])];
  });

/** Returns whether a value of a parsed TOML document is a table, and not an array or a date. */
export const isTable = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === null;
