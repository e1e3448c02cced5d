import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { storeVisibility, type VisibilityChange } from "#modules/channels/topic-visibility/actions/store-visibility.ts";
import { mergeVisibility, type TopicVisibility } from "#modules/channels/topic-visibility/visibility-policies.ts";
import { loadVisiblePairs } from "#modules/channels/topic-visibility/queries.ts";
import { filterChannelReaders } from "../channel-readers.ts";
import type { PlannedMove } from "../planned-move.ts";

interface TopicPolicy {
  readonly user_id: number;
  readonly topic: string;
  readonly policy: TopicVisibility;
  /** True if the setting is for the old topic, false if it is for the new one. */
  readonly is_old: boolean;
}

/**
 * Transfers users' visibility settings for a topic of which all messages were moved. A user who cannot read the new
 * channel loses the setting. If the new topic already had messages, the more visible of a user's two settings applies.
 * The organization's log position must be locked.
 */
export async function transferTopicVisibility(
  { tx, realm, now }: Write,
  relocation: PlannedMove,
  { isMerged }: { readonly isMerged: boolean },
): Promise<void> {
  const { from, to } = relocation;
  const policies = Map.groupBy(await loadTopicPolicies(tx, relocation), ({ user_id }) => user_id);
  const readers = await filterChannelReaders(tx, to.channel.id, [...policies.keys()]);
  const channelId = from.channel.id;
  const knows = await loadVisiblePairs(
    tx,
    realm.id,
    [...policies.keys()].map((userId) => ({ userId, channelId })),
  );
  const changes = [...policies].flatMap(([userId, own]): VisibilityChange[] => {
    const old = own.find(({ is_old }) => is_old);
    const before = own.find(({ is_old }) => !is_old)?.policy ?? null;
    const policy = old?.policy ?? null;
    const after = isMerged ? mergeVisibility(policy, before) : (policy ?? before);
    const isSilent = !knows({ userId, channelId });
    const left = old ? [{ userId, channelId, topic: old.topic, before: old.policy, after: null, isSilent }] : [];
    if (!readers.has(userId)) return left;
    return [...left, { userId, channelId: to.channel.id, topic: to.topic, before, after }];
  });
  await storeVisibility(tx, { realmId: realm.id, now }, changes);
}

async function loadTopicPolicies(tx: Tx, { from, to }: PlannedMove): Promise<TopicPolicy[]> {
  const [oldKey, newKey] = [topicKey(from.topic), topicKey(to.topic)];
  const { rows } = await sql<TopicPolicy>`
    select user_id, topic, policy, channel_id = ${from.channel.id} and topic_key = ${oldKey} as is_old
    from user_topic
    where channel_id = ${from.channel.id} and topic_key = ${oldKey}
      or channel_id = ${to.channel.id} and topic_key = ${newKey}
    order by user_id`.execute(tx);
  return rows;
}
