import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { MAX_STORAGE_CHARACTERS, StorageFull } from "../errors.ts";
import { countCharacters, hashKey } from "../queries.ts";

/** Stores values under their keys, replacing existing values. Throws StorageFull. */
export async function storeEntries({ tx, actor }: Write, entries: readonly (readonly [string, string])[]) {
  await lockAccount(tx, actor.id);
  const [keys, values] = [entries.map(([key]) => key), entries.map(([, value]) => value)];
  await sql`
    insert into bot_storage (user_id, key, key_hash, value)
    select ${actor.id}, key, key_hash, value
    from unnest(${keys}::text[], ${keys.map(hashKey)}::bytea[], ${values}::text[]) as entry (key, key_hash, value)
    on conflict (user_id, key_hash) do update set value = excluded.value`.execute(tx);
  const excess = (await countCharacters(tx, actor.id)) - MAX_STORAGE_CHARACTERS;
  if (excess > 0) throw new StorageFull({ excess });
}
