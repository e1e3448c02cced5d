import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "@parlance/embedded-postgres/index.ts";
import { migrate } from "@parlance/kernel/db/migrate.ts";
import { MIGRATIONS } from "@parlance/server/app/database/migrations-folder.ts";

const TYPES: Record<string, string> = {
  int2: "number",
  int4: "number",
  int8: "number",
  float8: "number",
  text: "string",
  varchar: "string",
  bpchar: "string",
  bool: "boolean",
  uuid: "string",
  bytea: "Buffer",
  json: "Json",
  jsonb: "Json",
  timestamptz: "Timestamp",
  tsvector: "string",
  _int4: "number[]",
  _int8: "number[]",
  _text: "string[]",
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
}

const COLUMNS = `
  select c.relname as table, a.attname as column, t.typname as type, not a.attnotnull as nullable,
         a.atthasdef or a.attidentity <> '' as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

function declareColumn({ column, type, nullable, generated }: Column): string {
  const base = TYPES[type];
  if (!base)
    throw new Error(`column ${column} has the type ${type}, for which tools/schema-types.ts knows no TypeScript`);
  const full = nullable ? `${base} | null` : base;
  return `  ${column}: ${generated ? `Defaulted<${full}>` : full};`;
}

const interfaceName = (table: string) =>
  table.replace(/(^|_)(\w)/g, (_, _dash, initial: string) => initial.toUpperCase()) + "Table";

/** Returns TypeScript types for the tables of a database, in the form that Kysely needs. */
export async function schemaTypes(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const interfaces = [...tables].map(
    ([table, columns]) => `interface ${interfaceName(table)} {\n${columns.map(declareColumn).join("\n")}\n}\n`,
  );
  const members = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};`);
  return [
    "// Made from the migrated database by `npm run generate`; do not edit.\n",
    'import type { ColumnType, InsertType, SelectType, UpdateType } from "kysely";\n\n',
    "/** A column that may be left out of an INSERT. */\n",
    "type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;\n",
    "/** JSON goes in as text and comes out parsed. */\n",
    "type Json = ColumnType<unknown, string, string>;\n",
    "type Timestamp = ColumnType<Date, Date, Date>;\n\n",
    interfaces.join("\n"),
    `\nexport interface Schema {\n${members.join("\n")}\n}\n`,
  ].join("");
}

/** Returns the types for the current migrations. Creates a temporary database for this. */
export async function migratedSchemaTypes(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "parlance-schema-"));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const pool = new pg.Pool(postgres.connection);
  // The last connections of the pool may still be closing when the database stops, so their errors are ignored.
  pool.on("error", () => undefined);
  try {
    await migrate(pool, () => undefined, MIGRATIONS);
    return await schemaTypes(pool);
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
