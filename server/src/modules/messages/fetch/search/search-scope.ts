import { sql, type RawBuilder } from "kysely";
import type { ConversationSelection } from "#narrow/index.ts";

/** Where a search begins, of the conversations `chosen` for it: in all, in some, or in topics of some. */
export interface SearchScope {
  /** Those of `chosen`, each as often as there are topics to look in. */
  readonly rows: RawBuilder<unknown>;
  /** The columns that tell one from another. */
  readonly key: RawBuilder<unknown>;
  /** What a row of `message` there must fulfil. */
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
