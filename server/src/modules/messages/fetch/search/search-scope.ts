import { sql, type RawBuilder } from "kysely";
import type { ConversationSelection } from "#narrow/index.ts";

/**
 * Scope of a search within `chosen`, the query's table of conversations to search. The scope is all of the
 * conversations, some of them, or topics in some of them.
 */
export interface SearchScope {
  /**
   * Table expression with the columns of `chosen`. If the scope consists of topics, it has one row for each topic and
   * row of `chosen`, with the additional column `topic_key`.
   */
  readonly rows: RawBuilder<unknown>;
  /** The columns that identify a row. */
  readonly key: RawBuilder<unknown>;
  /**
   * Condition on a row of `message` that is joined with a row of `rows`, which is named `mine`. It restricts the
   * messages to those in the scope; `true` if the scope consists of whole conversations.
   */
  readonly condition: RawBuilder<boolean>;
}

export const allConversations: SearchScope = {
  rows: sql`chosen`,
  key: sql`recipient_id, from_id`,
  condition: sql`true`,
};

export const selectionScopes = ({ recipientIds, isInside, topics }: ConversationSelection): SearchScope[] => [
  {
    ...allConversations,
    rows: sql`(
      select * from chosen where ${isInside ? sql`` : sql`not`} recipient_id = any(${recipientIds}::int[])
    )`,
  },
  {
    rows: sql`(
      select chosen.*, topic.topic_key from chosen join unnest(
        ${topics.map(({ recipientId }) => recipientId)}::int[], ${topics.map(({ topicKey }) => topicKey)}::text[]
      ) as topic(recipient_id, topic_key) using (recipient_id)
    )`,
    key: sql`recipient_id, from_id, topic_key`,
    condition: sql`message.topic_key = mine.topic_key`,
  },
];
