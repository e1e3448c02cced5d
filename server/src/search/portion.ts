import { sql, type RawBuilder } from "kysely";
import type { Reader } from "#kernel/db/types.ts";

/**
 * Bytes of texts that are made searchable at once, but for a message that has more by itself. All are in memory then, and their
 * transaction waits for them to be read through: a database ends one that lets it wait for a minute.
 */
const MOST_BYTES = 2 ** 21;

/** What of a batch is done at once. */
export interface Portion {
  /** The first messages, in the order of their ids. */
  readonly ids: readonly number[];
  /** Whether that is the whole batch. */
  readonly isAll: boolean;
}

/** As many of the messages that a query finds (their `id`) as have texts of bounded size together; one, if there is any. */
export async function portionOf(db: Reader, batch: RawBuilder<unknown>): Promise<Portion> {
  const { rows } = await sql<{ id: number; fits: boolean }>`
    select id, sum(bytes) over (order by id) <= ${MOST_BYTES}::bigint or id = min(id) over () as fits
    from (
      select message.id, octet_length(content) + octet_length(rendered_content) as bytes
      from (${batch}) as batch join message on message.id = batch.id
    ) as message
    order by id`.execute(db);
  const ids = rows.flatMap(({ id, fits }) => (fits ? [id] : []));
  return { ids, isAll: ids.length === rows.length };
}
