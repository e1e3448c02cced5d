import { sql } from "kysely";
import type { MessageExtension } from "#modules/messages/fetch/message-extensions.ts";
import { type EditHistory, editHistoryQuery } from "../queries.ts";
import { historyEntry, visibleEdits } from "./visible-edits.ts";

/** Approximate size of one entry of the edit history as JSON, without its texts, in bytes. */
const ESTIMATED_EDIT_BYTES = 200;

/** Adds the edit history to messages in responses, newest change first, as far as the organization shows it. */
export const editsExtension: MessageExtension<EditHistory> = {
  query: (realmId) => editHistoryQuery(realmId, sql`select id from message where is_changed`),
  // Estimate without the texts. The total size of the texts is limited separately.
  bytes: sql`(
    select ${sql.lit(ESTIMATED_EDIT_BYTES)} * count(*) from message_edit
    where message_id = any(array(select id from message where is_changed))
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
