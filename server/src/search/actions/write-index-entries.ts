import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { indexEntryRows, conversationAndSenderLexemes, type SearchableMessage } from "../indexing/index-entries.ts";

/**
 * Writes the index entries of messages, in the order of their ids. `present` says what happens to an entry that exists
 * already. Use "keep" for messages that are indexed for the first time: an existing entry was written by a later change
 * of the message, so it is newer than the text read here.
 */
export async function writeIndexEntries(
  tx: Tx,
  messages: readonly SearchableMessage[],
  present: "keep" | "replace",
): Promise<void> {
  if (messages.length === 0) return;
  const onPresent =
    present === "keep"
      ? sql`do nothing`
      : sql`(message_id) do update set recipient_id = excluded.recipient_id, body = excluded.body,
          topic = excluded.topic, source = excluded.source, stems = excluded.stems,
          lexemes = excluded.lexemes`;
  const entries = await indexEntryRows(messages);
  await sql`
    insert into message_search (message_id, recipient_id, body, topic, source, stems, lexemes)
    select entry.message_id, message.recipient_id, entry.body, entry.topic, entry.source, entry.stems,
      entry.lexemes || array_to_tsvector(${conversationAndSenderLexemes})
    from (${entries}) as entry join message on message.id = entry.message_id
    order by entry.message_id
    on conflict ${onPresent}`.execute(tx);
}
