import { sql } from "kysely";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";

/** The word that large messages consist of. */
export const LARGE_WORD = "parsnip";

/** Maximum lengths of the source and the HTML of a message, in characters. */
const MAX_SOURCE_LENGTH = 10_000;
const MAX_HTML_LENGTH = 1_000_000;

export interface LargeMessages {
  readonly realmId: number;
  readonly channelId: number;
  readonly senderId: number;
  readonly topic: string;
  readonly count: number;
}

/**
 * Adds messages of the maximum size to a channel, with SQL and without events. For measuring the cost of many such
 * messages. Returns their ids, oldest first.
 */
export async function addLargeMessages(db: PostgresDatabase, about: LargeMessages): Promise<number[]> {
  const { realmId, channelId, senderId, topic, count } = about;
  const source = `${LARGE_WORD} `.repeat(MAX_SOURCE_LENGTH / LARGE_WORD.length).slice(0, MAX_SOURCE_LENGTH);
  const piece = `<strong>${LARGE_WORD}</strong> <em>a</em> `;
  const html = `<p>${piece.repeat(Math.floor((MAX_HTML_LENGTH - "<p></p>".length) / piece.length))}</p>`;
  return db.write(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into message (id, realm_id, recipient_id, sender_id, topic, topic_key, content, rendered_content, sent_at, client)
      select nextval('message_id'), ${realmId}::int, channel.recipient_id, ${senderId}::int, ${topic}, lower(${topic}),
        ${source}, ${html}, now(), 'history'
      from channel cross join generate_series(1, ${count}::int)
      where channel.id = ${channelId} returning id`.execute(tx);
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
    await sql`update realm_counter set last_message_id = ${ids.at(-1)}::bigint where realm_id = ${realmId}`.execute(tx);
    return ids;
  });
}
