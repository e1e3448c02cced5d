import { sql } from "kysely";
import type { MessagePart } from "#modules/6-messages/messages/message-parts.ts";
import { type Edits, editsOf } from "./queries.ts";
import { historyEntry, visibleEdits } from "./visible-edits.ts";

/** What may be seen of the changes of messages, newest first. */
export const editsPart: MessagePart<Edits> = {
  query: (realmId) => editsOf(realmId, sql`select id from message where is_changed`),
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
