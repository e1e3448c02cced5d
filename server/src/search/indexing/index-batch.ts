import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Maximum total size of the texts that are indexed together, in bytes. A single message may be larger. The texts are
 * all in memory, and the transaction is idle while they are parsed: the database ends a transaction that is idle for a
 * minute.
 */
const MAX_BATCH_BYTES = 2 ** 21;

/** The messages to index in one transaction. */
export interface IndexBatch {
  /** Message ids in ascending order. */
  readonly ids: readonly number[];
  /** True if these are the last messages that the query finds. */
  readonly isLast: boolean;
}

/**
 * Returns the ids of the messages to index next: of the ids that the query `found` selects (as `id`), the lowest ones,
 * at most `limit`. Their texts together do not exceed the maximum size, unless it is a single message.
 */
export async function loadIndexBatch(db: Reader, found: RawBuilder<unknown>, limit: number): Promise<IndexBatch> {
  const { rows } = await sql<{ id: number; fits: boolean }>`
    select id, sum(bytes) over (order by id) <= ${MAX_BATCH_BYTES}::bigint or id = min(id) over () as fits
    from (
      select message.id, octet_length(content) + octet_length(rendered_content) as bytes
      from (${found} order by id limit ${limit}) as next join message on message.id = next.id
    ) as message
    order by id`.execute(db);
  const ids = rows.flatMap(({ id, fits }) => (fits ? [id] : []));
  return { ids, isLast: ids.length === rows.length && rows.length < limit };
}
