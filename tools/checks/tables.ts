// Checks that only the owner of a table and the additional writers in tools/floors.ts write to it. The index.ts of a
// module declares its tables.
import type { SourceFile } from "../source-files.ts";
import { floors, sharedWrites, tablesBeside, type SharedWrite } from "../floors.ts";
import { createCheck, type Check } from "./check.ts";
import { findModuleFloor } from "./floors.ts";
import { stripComments } from "./writes.ts";

const BUILDER = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`](\w+)/g;
/**
 * Matches a write in raw SQL. `update` counts only if `set` follows, which distinguishes it from a row lock (`for
 * update`). The captured name is that of the table, not its alias.
 */
const STATEMENT =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update(?=\s+(?:only\s+)?\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?(\w+)/gi;
const TEST = /[.]test[.]ts$|\/fixtures\//;
const SCHEMA = "kernel/db/schema.generated.ts";

/** The owner of each table, by the name of the table. */
const owners: ReadonlyMap<string, string> = new Map([
  ...floors.flatMap(({ modules }) => entries(modules)),
  ...entries(tablesBeside),
]);

/** Returns the module, the folder of `server/src/` or the package that owns a table. */
export const findTableOwner = (table: string): string | undefined => owners.get(table);

/** Returns the module that a file belongs to or, if there is none, the folder of `server/src/` or the package. */
export const findWriter = (path: string): string =>
  findModuleFloor(path)?.module ?? /^(?:server\/src\/)?(\w+)\//.exec(path)?.[1] ?? path;

function entries(tables: Readonly<Record<string, readonly string[]>>): [table: string, owner: string][] {
  return Object.entries(tables).flatMap(([owner, own]) => own.map((table): [string, string] => [table, owner]));
}

/** All possible writers, from the lowest floor to the highest. */
const writersFromGround: readonly (readonly string[])[] = [
  ["kernel"],
  ["search"],
  ...floors.map(({ modules }) => Object.keys(modules)),
  ["realtime"],
];

export const tablesCheck: Check = createCheck(
  { name: "tables", about: "each table is written to by its owner alone (`tables` in its index.ts)" },
  (path) => /^(server\/src|kernel|cli)\/.*\.ts$/.test(path),
  (files) => {
    const schema = files.find(({ path }) => path === SCHEMA)?.text ?? "";
    return [
      ...findForeignWrites(files),
      ...findUnusedSharedWrites(files),
      ...findUpwardSharedWrites(),
      ...findUnownedTables(schema),
    ];
  },
);

/** A statement in the code that writes to a table. */
interface TableWrite {
  readonly table: string;
  /** Name of a module, of a folder in `server/src/`, or of a package. */
  readonly writer: string;
  /** File and line of the statement. */
  readonly at: string;
}

/** Finds the statements that write to tables. Tests are skipped, because they may write to any table. */
const findWrites = (files: readonly SourceFile[]): TableWrite[] =>
  files.flatMap(({ path, text = "" }) => {
    if (TEST.test(path)) return [];
    const code = stripComments(text);
    const writer = findWriter(path);
    return [...code.matchAll(BUILDER), ...code.matchAll(STATEMENT)].map((match) => {
      const line = code.slice(0, match.index).split("\n").length;
      return { table: match[1] ?? "", writer, at: `${path}:${line}` };
    });
  });

const isWriteTo = ({ table, writer }: Pick<TableWrite, "table" | "writer">, one: SharedWrite): boolean =>
  one.table === table && one.writer === writer;

/** Finds writes to a table by code that neither owns it nor is an additional writer. */
export function findForeignWrites(files: readonly SourceFile[]): string[] {
  return findWrites(files).flatMap((writing) => {
    const { table, writer, at } = writing;
    const owner = owners.get(table);
    if (owner === undefined || owner === writer || sharedWrites.some((one) => isWriteTo(writing, one))) return [];
    return [`${at}: writes to ${table}, which belongs to ${owner}`];
  });
}

/** Finds additional writers that no longer write to the table. */
export function findUnusedSharedWrites(files: readonly SourceFile[]): string[] {
  const writings = findWrites(files);
  return sharedWrites
    .filter((one) => !writings.some((writing) => isWriteTo(writing, one)))
    .map(({ table, writer }) => `tools/floors.ts: ${writer} writes nothing to ${table}`);
}

/**
 * Finds additional writers on a lower floor than the owner of the table. A writer must be above the owner, so that it
 * may import the owner's code.
 */
export function findUpwardSharedWrites(shares: readonly SharedWrite[] = sharedWrites): string[] {
  const heightOf = (name: string) => writersFromGround.findIndex((names) => names.includes(name));
  return shares
    .filter(({ table, writer }) => heightOf(owners.get(table) ?? "") > heightOf(writer))
    .map(({ table, writer }) => `tools/floors.ts: ${writer} is below ${owners.get(table)}, which owns ${table}`);
}

/** Finds tables of the schema that have no owner, and tables with an owner that do not exist. */
export function findUnownedTables(schema: string): string[] {
  const all = new Set([...schema.matchAll(/^ {2}(\w+): \w+Table;$/gm)].map((match) => match[1] ?? ""));
  return [
    ...[...all]
      .filter((table) => !owners.has(table))
      .map((table) => `add ${table} to the \`tables\` in the index.ts of the module that owns it`),
    ...[...owners.keys()]
      .filter((table) => !all.has(table))
      .map((table) => `${owners.get(table)} owns ${table}, which does not exist`),
  ];
}
