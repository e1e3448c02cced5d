import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";

/**
 * Whether a topic is muted: its own policy counts before that of the channel. The query offers rows of `user_topic` and
 * of `subscription`, null where there are none.
 */
export const isTopicMutedInSql = sql<boolean>`coalesce(user_topic.policy = ${visibilityPolicies.muted}, subscription.is_muted, false)`;
