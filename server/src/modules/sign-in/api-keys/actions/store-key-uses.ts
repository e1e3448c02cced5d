import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Usage } from "#modules/sign-in/core/usage-recorder.ts";

/** Stores when scoped keys were last used. */
export async function storeKeyUses(tx: Tx, uses: readonly Usage[]): Promise<void> {
  await sql`
    update scoped_key set last_used_at = greatest(scoped_key.last_used_at, used.at)
    from unnest(${uses.map(({ id }) => id)}::int[], ${uses.map(({ at }) => at)}::timestamptz[]) as used(id, at)
    where scoped_key.id = used.id`.execute(tx);
}
