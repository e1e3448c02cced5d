import { sql } from "kysely";
import type { Embed } from "@parlance/markdown/index.ts";
import type { Tx } from "#kernel/db/types.ts";

/** Remembers what pages of an organization's messages said, by their addresses; null: that there is nothing to show. */
export async function rememberPages(
  tx: Tx,
  { realmId, now }: { realmId: number; now: Date },
  pages: ReadonlyMap<string, Embed | null>,
): Promise<void> {
  // In one order, or two who write the same pages would wait for each other.
  const urls = [...pages.keys()].toSorted();
  const embeds = urls.map((url) => JSON.stringify(pages.get(url) ?? null));
  await sql`
    insert into link_preview (realm_id, url, fetched_at, embed)
    select ${realmId}, url, ${now}, nullif(embed, 'null')::jsonb
    from unnest(${urls}::text[], ${embeds}::text[]) as page (url, embed)
    on conflict (realm_id, url) do update set fetched_at = excluded.fetched_at, embed = excluded.embed`.execute(tx);
}

/** Forgets pages that were last fetched before then. */
export const forgetPages = (tx: Tx, before: Date): Promise<unknown> =>
  tx.deleteFrom("link_preview").where("fetched_at", "<", before).execute();
