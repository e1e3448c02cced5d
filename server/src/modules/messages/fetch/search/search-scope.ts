import { sql, type RawBuilder } from "kysely";
import type { Parts } from "#narrow/index.ts";

/** Where a search begins, of the conversations `chosen` for it: in all, in some, or in topics of some. */
export interface Spots {
  /** Those of `chosen`, each as often as there are topics to look in. */
  readonly rows: RawBuilder<unknown>;
  /** The columns that tell one from another. */
  readonly key: RawBuilder<unknown>;
  /** What a row of `message` there must fulfil. */
  readonly isThere: RawBuilder<boolean>;
}

export const everywhere: Spots = { rows: sql`chosen`, key: sql`recipient_id, from_id`, isThere: sql`true` };

export const partsOf = ({ recipientIds, isInside, topics }: Parts): Spots[] => [
  {
    ...everywhere,
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
    isThere: sql`message.topic_key = mine.topic_key`,
  },
];
