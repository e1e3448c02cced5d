import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toUsers } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { recordTopicPolicyChanges } from "../topic-visibility-snapshot.ts";
import { mutedTopicsChanged, userTopicChanged } from "../events.ts";
import type { TopicVisibility } from "../visibility-policies.ts";
import { listMutedTopics, type TopicOfUser } from "../queries.ts";

/** A change of a topic's visibility for a user. A list of changes must contain at most one per topic and user. */
export interface VisibilityChange extends TopicOfUser {
  readonly before: TopicVisibility | null;
  /** The new visibility. `null` if the setting for the channel applies. */
  readonly after: TopicVisibility | null;
  /** True if the user can no longer see the channel. The user then receives no event about the change. */
  readonly isSilent?: boolean;
}

/**
 * Stores changes of topics' visibility, and sends each user events about his or her changes, except silent ones. The
 * organization's log position must be locked.
 */
export async function storeVisibility(
  tx: Tx,
  { realmId, now }: { readonly realmId: number; readonly now: Date },
  changes: readonly VisibilityChange[],
): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return;
  await store(tx, now, changed);
  recordTopicPolicyChanges(tx, realmId, changed);
  const announced = changed.filter(({ isSilent }) => !isSilent);
  for (const { userId, channelId, topic, after } of announced) {
    const event = userTopicChanged({
      stream_id: channelId,
      topic_name: topic,
      last_updated: Math.floor(now.getTime() / 1000),
      visibility_policy: after ?? visibilityPolicies.inherited,
    });
    emit(tx, toUsers(realmId, [userId]), event);
  }
  const muting = announced.filter(({ before, after }) => [before, after].includes(visibilityPolicies.muted));
  if (muting.length === 0) return;
  const muted = await listMutedTopics(tx, realmId, [...new Set(muting.map(({ userId }) => userId))]);
  for (const [userId, topics] of muted) emit(tx, toUsers(realmId, [userId]), mutedTopicsChanged(topics));
}

async function store(tx: Tx, now: Date, changed: readonly VisibilityChange[]): Promise<void> {
  const columns = (list: readonly VisibilityChange[]) => sql`
    ${list.map(({ userId }) => userId)}::int[], ${list.map(({ channelId }) => channelId)}::int[],
    ${list.map(({ topic }) => topicKey(topic))}::text[]`;
  const [stored, gone] = [changed.filter(({ after }) => after !== null), changed.filter(({ after }) => after === null)];
  await sql`
    with gone as (
      delete from user_topic using unnest(${columns(gone)}) as old(user_id, channel_id, topic_key)
      where user_topic.user_id = old.user_id and user_topic.channel_id = old.channel_id
        and user_topic.topic_key = old.topic_key
    )
    insert into user_topic (user_id, channel_id, topic_key, topic, policy, updated_at)
    select user_id, channel_id, topic_key, topic, policy, ${now}::timestamptz
    from unnest(
      ${columns(stored)}, ${stored.map(({ topic }) => topic)}::text[], ${stored.map(({ after }) => after)}::int[]
    ) as new(user_id, channel_id, topic_key, topic, policy)
    on conflict (user_id, channel_id, topic_key)
      do update set topic = excluded.topic, policy = excluded.policy, updated_at = excluded.updated_at`.execute(tx);
}
