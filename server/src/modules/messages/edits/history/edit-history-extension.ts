import { sql } from "kysely";
import type { MessageExtension } from "#modules/messages/fetch/message-extensions.ts";
import { type EditHistory, editHistoryQuery } from "../queries.ts";
import { historyEntry, visibleEdits } from "./visible-edits.ts";

/** Approximate size of one entry of the edit history as JSON, without its texts, in bytes. */
const ESTIMATED_EDIT_BYTES = 200;

/**
 * False if none of the messages was changed. Then `message_edit` is not read at all: for as long as PostgreSQL has not
 * noticed that a small table has grown, it scans the whole table to look for a few messages.
 */
const hasChangedMessages = sql<boolean>`exists (select from message where is_changed)`;

/** Adds the edit history to messages in responses, newest change first, as far as the organization shows it. */
export const editsExtension: MessageExtension<EditHistory> = {
  query: (realmId) => sql`
    select case when ${hasChangedMessages}
      then (${editHistoryQuery(realmId, sql`select id from message where is_changed`)}) end`,
  // Estimate without the texts. The total size of the texts is limited separately.
  bytes: sql`(
    select ${sql.lit(ESTIMATED_EDIT_BYTES)} * count(*) from message_edit
    where ${hasChangedMessages} and message_id = any(array(select id from message where is_changed))
  )`,
  additions(loaded) {
    const byMessage = Map.groupBy(visibleEdits(loaded), ({ message_id }) => message_id);
    return new Map(
      [...byMessage].map(([id, edits]) => [
        id,
        ({ allowEmptyTopicName }) => ({
          edit_history: edits.toReversed().map((edit) => historyEntry(edit, allowEmptyTopicName)),
        }),
      ]),
    );
  },
};
