import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Maximum size of texts that are indexed together, in bytes; a single message may be larger. All of them are in memory,
 * and their transaction waits until they are parsed: the database ends a transaction that is idle for a minute.
 */
const MAX_BATCH_BYTES = 2 ** 21;

/** Messages that are indexed together. */
export interface IndexBatch {
  /** Message ids in ascending order. */
  readonly ids: readonly number[];
  /** Whether these are the last ones. */
  readonly isLast: boolean;
}

/**
 * Returns the first of the messages that a query finds (by `id`): at most `most` of them, with texts up to the maximum
 * size together, or a single one.
 */
export async function loadIndexBatch(db: Reader, found: RawBuilder<unknown>, most: number): Promise<IndexBatch> {
  const { rows } = await sql<{ id: number; fits: boolean }>`
    select id, sum(bytes) over (order by id) <= ${MAX_BATCH_BYTES}::bigint or id = min(id) over () as fits
    from (
      select message.id, octet_length(content) + octet_length(rendered_content) as bytes
      from (${found} order by id limit ${most}) as next join message on message.id = next.id
    ) as message
    order by id`.execute(db);
  const ids = rows.flatMap(({ id, fits }) => (fits ? [id] : []));
  return { ids, isLast: ids.length === rows.length && rows.length < most };
}
