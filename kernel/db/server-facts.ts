import { sql } from "kysely";
import type { Tx } from "./types.ts";

/** Stores a value about the whole server under a key. `before`: whether an existing value is replaced or kept. */
export async function storeServerFact(tx: Tx, key: string, value: string, before: "replaced" | "kept"): Promise<void> {
  await tx
    .insertInto("server_fact")
    .values({ key, value })
    .onConflict((conflict) =>
      before === "kept" ? conflict.doNothing() : conflict.column("key").doUpdateSet({ value }),
    )
    .execute();
}

/**
 * Stores a value about the whole server under a key, replacing an existing value. Returns false if the key already had
 * this value, even if a concurrent transaction has just written it.
 */
export async function replaceServerFact(tx: Tx, key: string, value: string): Promise<boolean> {
  const { rows } = await sql`
    insert into server_fact (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value where server_fact.value <> excluded.value
    returning key`.execute(tx);
  return rows.length > 0;
}
