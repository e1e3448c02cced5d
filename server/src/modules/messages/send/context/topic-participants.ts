import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import type { MessageDraft } from "../message-draft.ts";

/** A text that may mention a topic as a whole, and where it goes. */
type MentioningText = Pick<MessageDraft, "to" | "rendered">;

/** The active people who wrote or reacted in the topics that texts mention as a whole, by the text's index. */
export async function loadTopicParticipants(
  db: Reader,
  texts: readonly MentioningText[],
): Promise<Map<number, number[]>> {
  const topics = texts.flatMap(({ to, rendered }, index) =>
    to.kind === "channel" && rendered.mentions.topicWildcard ? [{ index, ...to }] : [],
  );
  if (topics.length === 0) return new Map();
  const { rows } = await sql<{ nth: number; user_ids: number[] }>`
    select wanted.nth, array_agg(distinct account.id) as user_ids
    from unnest(
      ${topics.map(({ index }) => index)}::int[], ${topics.map(({ channelId }) => channelId)}::int[],
      ${topics.map(({ topic }) => topicKey(topic))}::text[]
    ) as wanted(nth, channel_id, topic_key)
    join channel on channel.id = wanted.channel_id
    join message on message.recipient_id = channel.recipient_id and message.topic_key = wanted.topic_key
    cross join lateral (
      select message.sender_id as user_id
      union all
      select reaction.user_id from reaction where message.has_reaction and reaction.message_id = message.id
    ) as participant
    join account on account.id = participant.user_id and account.is_active
    group by wanted.nth`.execute(db);
  return new Map(rows.map(({ nth, user_ids }) => [nth, user_ids]));
}
