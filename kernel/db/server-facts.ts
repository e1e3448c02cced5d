import { sql } from "kysely";
import type { Tx } from "./types.ts";

/** Notes something of the server as a whole, instead of what was noted under the same key, or only if nothing was. */
export async function storeServerFact(tx: Tx, key: string, value: string, before: "replaced" | "kept"): Promise<void> {
  await tx
    .insertInto("server_fact")
    .values({ key, value })
    .onConflict((conflict) =>
      before === "kept" ? conflict.doNothing() : conflict.column("key").doUpdateSet({ value }),
    )
    .execute();
}

/** Notes something of the server as a whole. False: it was noted just so already, or is by somebody else who was sooner. */
export async function replaceServerFact(tx: Tx, key: string, value: string): Promise<boolean> {
  const { rows } = await sql`
    insert into server_fact (key, value) values (${key}, ${value})
    on conflict (key) do update set value = excluded.value where server_fact.value <> excluded.value
    returning key`.execute(tx);
  return rows.length > 0;
}
