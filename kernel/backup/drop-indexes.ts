import type pg from "pg";
import { quoteIdentifier } from "./database-snapshot.ts";

interface IndexDefinition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Drops all foreign keys, and all indexes that do not belong to a constraint, and returns a function that recreates
 * them. Creating indexes after the rows are loaded takes a fraction of the time, and recreated foreign keys check all
 * rows at once, so the order in which rows are loaded does not matter.
 */
export async function dropIndexesAndForeignKeys(
  client: pg.ClientBase,
): Promise<(report: (part: number, what: string) => void) => Promise<void>> {
  const { rows: keys } = await client.query<IndexDefinition>(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  const { rows: indexes } = await client.query<IndexDefinition>(`
    select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint where conindid = c.oid)`);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${quoteIdentifier(name)}`);

  return async (report) => {
    let done = 0;
    const all = indexes.length + keys.length;
    const make = async ({ name }: IndexDefinition, statement: string) => {
      report(done / all, name);
      await client.query(statement);
      done += 1;
    };
    for (const index of indexes) await make(index, index.definition);
    for (const key of keys) {
      await make(key, `alter table ${key.table} add constraint ${quoteIdentifier(key.name)} ${key.definition}`);
    }
  };
}
