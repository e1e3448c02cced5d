// Each table has one owner: only its files write to it, as tools/floors.ts says.
import type { SourceFile } from "../source-files.ts";
import { floors, sharedWrites, tablesBeside, type SharedWrite } from "../floors.ts";
import { finding, type Check } from "./check.ts";
import { standingOf } from "./floors.ts";
import { codeOf } from "./writes.ts";

const BUILDER = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*["'`](\w+)/g;
/** In raw SQL. What is updated is told from a lock (`for update`) by the `set` after it, and its name from an alias. */
const STATEMENT =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate|update(?=\s+(?:only\s+)?\w+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(?:only\s+)?(\w+)/gi;
const TEST = /[.]test[.]ts$|\/fixtures\//;
const SCHEMA = "server/src/kernel/db/schema.generated.ts";

/** By table. */
const owners: ReadonlyMap<string, string> = new Map([
  ...floors.flatMap(({ modules }) => entries(modules)),
  ...entries(tablesBeside),
]);

function entries(tables: Readonly<Record<string, readonly string[]>>): [table: string, owner: string][] {
  return Object.entries(tables).flatMap(([owner, own]) => own.map((table): [string, string] => [table, owner]));
}

/** All that write, from the ground up. */
const storeys: readonly (readonly string[])[] = [
  ["kernel"],
  ["search"],
  ...floors.map(({ modules }) => Object.keys(modules)),
  ["realtime"],
];

export const tables: Check = finding(
  { name: "tables", about: "each table is written to by its owner alone (tools/floors.ts)" },
  (path) => /^(server\/src|cli)\/.*\.ts$/.test(path),
  (files) => {
    const schema = files.find(({ path }) => path === SCHEMA)?.text ?? "";
    return [...strayTables(files), ...idleShares(files), ...upwardShares(), ...ownerless(schema)];
  },
);

/** A statement in the code that writes to a table. */
interface Writing {
  readonly table: string;
  /** A module, or a folder of `server/src/`. */
  readonly writer: string;
  /** File and line. */
  readonly at: string;
}

/** Tests may write whatever they need. */
const writingsIn = (files: readonly SourceFile[]): Writing[] =>
  files.flatMap(({ path, text = "" }) => {
    if (TEST.test(path)) return [];
    const code = codeOf(text);
    const writer = standingOf(path)?.module ?? /^(?:server\/src\/)?(\w+)\//.exec(path)?.[1] ?? path;
    return [...code.matchAll(BUILDER), ...code.matchAll(STATEMENT)].map((match) => {
      const line = code.slice(0, match.index).split("\n").length;
      return { table: match[1] ?? "", writer, at: `${path}:${line}` };
    });
  });

const isOf = ({ table, writer }: Pick<Writing, "table" | "writer">, one: SharedWrite): boolean =>
  one.table === table && one.writer === writer;

/** The writes to a table by others than its owner. */
export function strayTables(files: readonly SourceFile[]): string[] {
  return writingsIn(files).flatMap((writing) => {
    const { table, writer, at } = writing;
    const owner = owners.get(table);
    if (owner === undefined || owner === writer || sharedWrites.some((one) => isOf(writing, one))) return [];
    return [`${at}: writes to ${table}, which belongs to ${owner}`];
  });
}

/** Shared writes that nobody makes any more. */
export function idleShares(files: readonly SourceFile[]): string[] {
  const writings = writingsIn(files);
  return sharedWrites
    .filter((one) => !writings.some((writing) => isOf(writing, one)))
    .map(({ table, writer }) => `tools/floors.ts: ${writer} writes nothing to ${table}`);
}

/** Shared writes from below: a writer may know the owner of what it writes to. */
export function upwardShares(shares: readonly SharedWrite[] = sharedWrites): string[] {
  const heightOf = (name: string) => storeys.findIndex((names) => names.includes(name));
  return shares
    .filter(({ table, writer }) => heightOf(owners.get(table) ?? "") > heightOf(writer))
    .map(({ table, writer }) => `tools/floors.ts: ${writer} is below ${owners.get(table)}, which owns ${table}`);
}

/** The tables of the schema that nobody owns, and those that are owned without being there. */
export function ownerless(schema: string): string[] {
  const all = new Set([...schema.matchAll(/^ {2}(\w+): \w+Table;$/gm)].map((match) => match[1] ?? ""));
  return [
    ...[...all]
      .filter((table) => !owners.has(table))
      .map((table) => `tools/floors.ts: add ${table} to the tables of the module that owns it`),
    ...[...owners.keys()].filter((table) => !all.has(table)).map((table) => `tools/floors.ts: no table ${table}`),
  ];
}
