import { sql, type RawBuilder } from "kysely";
import type { ConversationSelection } from "#narrow/index.ts";

/** Scope of a search within the `chosen` conversations: all of them, some of them, or topics in some of them. */
export interface SearchScope {
  /** Rows of `chosen`, one for each topic to search. */
  readonly rows: RawBuilder<unknown>;
  /** The columns that identify a row. */
  readonly key: RawBuilder<unknown>;
  /** Condition on rows of `message` in the scope. */
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
