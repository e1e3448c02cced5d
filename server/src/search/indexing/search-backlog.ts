import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** The messages whose index entries are missing or outdated. */
interface SearchBacklog {
  readonly messages: number;
  /** Age of the oldest message without an index entry, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** Maximum number of messages of each organization that are counted. */
export const MAX_COUNTED_MESSAGES = 10_000;

/** Returns how far the search index is behind. Reads nothing but index entries of the messages that are counted. */
export async function loadSearchBacklog(db: Reader): Promise<SearchBacklog> {
  const { rows } = await sql<SearchBacklog>`
    select coalesce(sum(missing.count + outdated.count), 0)::float8 as messages,
      coalesce(extract(epoch from max(now() - oldest.sent_at)), 0)::float8 as "oldestSeconds"
    from realm_counter
    left join search_progress using (realm_id)
    cross join lateral (
      select count(*) from (
        select from message where message.realm_id = realm_counter.realm_id and id > coalesce(indexed_up_to, 0)
        limit ${MAX_COUNTED_MESSAGES}
      ) as counted
    ) as missing
    cross join lateral (
      select count(*) from (
        select from search_stale where search_stale.realm_id = realm_counter.realm_id limit ${MAX_COUNTED_MESSAGES}
      ) as counted
    ) as outdated
    left join lateral (
      select sent_at from message where message.realm_id = realm_counter.realm_id and id > coalesce(indexed_up_to, 0)
      order by id limit 1
    ) as oldest on true
    where last_message_id > coalesce(indexed_up_to, 0)
      or exists (select from search_stale where search_stale.realm_id = realm_counter.realm_id)`.execute(db);
  const [backlog = { messages: 0, oldestSeconds: 0 }] = rows;
  return backlog;
}
