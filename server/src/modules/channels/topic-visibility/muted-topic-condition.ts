import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

/**
 * Condition that a topic is muted. The topic's own policy overrides the channel's setting. The query must provide rows
 * of `user_topic` and of `subscription`, or nulls if there are none.
 */
export const isTopicMutedInSql = sql<boolean>`coalesce(user_topic.policy = ${visibilityPolicies.muted}, subscription.is_muted, false)`;
