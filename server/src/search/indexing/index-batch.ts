import { sql, type RawBuilder } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";

/**
 * Bytes of texts that are made searchable at once, but for a message that has more by itself. All are in memory then, and their
 * transaction waits for them to be read through: a database ends one that lets it wait for a minute.
 */
const MAX_BATCH_BYTES = 2 ** 21;

/** What is done at once of all that is to be done. */
export interface IndexBatch {
  /** Messages, in the order of their ids. */
  readonly ids: readonly number[];
  /** Whether these are the last ones. */
  readonly isLast: boolean;
}

/** The first of the messages that a query finds (their `id`): at most so many, with texts of bounded size together, or one. */
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
