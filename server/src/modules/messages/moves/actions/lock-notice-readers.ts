import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import type { Tx } from "#kernel/db/types.ts";
import { userSettingDefaults } from "#modules/users/core/settings/user-settings.ts";

/**
 * The subscribers of a channel for whom notices that a topic is resolved, or not any more, do not count as read from the
 * start, ascending: as they have chosen, where they follow the topic or anywhere. Keeps them in the channel.
 */
export async function lockNoticeReaders(tx: Tx, channelId: number, topicKey: string): Promise<number[]> {
  const usual = userSettingDefaults.resolved_topic_notice_auto_read_policy;
  const { rows } = await sql<{ user_id: number }>`
    select subscription.user_id from subscription
    join account on account.id = subscription.user_id
    cross join lateral (
      select coalesce(account.settings ->> 'resolved_topic_notice_auto_read_policy', ${usual}) as policy
    ) as chosen
    where subscription.channel_id = ${channelId} and subscription.is_active and (
      chosen.policy = 'never'
      or chosen.policy = 'except_followed' and exists (
        select from user_topic
        where user_topic.user_id = subscription.user_id and user_topic.channel_id = ${channelId}
          and user_topic.topic_key = ${topicKey} and user_topic.policy = ${visibilityPolicies.followed}
      )
    )
    order by subscription.user_id
    for no key update of subscription`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
