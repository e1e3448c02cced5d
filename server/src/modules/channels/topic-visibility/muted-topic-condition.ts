import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

/**
 * Condition that a topic is muted. A user's setting for the topic overrides the one for the channel. The query must
 * join rows of `user_topic` and `subscription` with left joins.
 */
export const isTopicMutedInSql = sql<boolean>`coalesce(user_topic.policy = ${visibilityPolicies.muted}, subscription.is_muted, false)`;
