import {
  followPolicies,
  visibilityPolicies,
  type VisibilityPolicy,
} from "@parlance/contract/entities/topic-visibility.ts";

/** How a topic is shown, where it has a policy of its own. */
export type TopicVisibility = Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited>;
/** What a topic becomes by itself. */
export type RaisedVisibility = Exclude<TopicVisibility, typeof visibilityPolicies.muted>;

/** What of a user's settings says which topics are followed or unmuted by themselves. */
export interface AutomaticVisibilitySettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
  readonly automatically_follow_topics_where_mentioned: boolean;
}

/** What a topic is to a user before a message comes. */
export interface TopicState {
  /** Null: as the channel. */
  readonly policy: TopicVisibility | null;
  readonly isChannelMuted: boolean;
  readonly settings: AutomaticVisibilitySettings;
}

/** From the least wanted to the most. */
const ranks = [visibilityPolicies.muted, null, visibilityPolicies.unmuted, visibilityPolicies.followed];

const applies = (when: number, isFirst: boolean) =>
  when === followPolicies.participating ||
  when === followPolicies.sending ||
  (when === followPolicies.starting && isFirst);

/** What a topic becomes for somebody who writes in it; null: it stays what it is. Policies are only ever raised. */
export function visibilityAfterSending(
  { policy, isChannelMuted, settings }: TopicState,
  isFirst: boolean,
): RaisedVisibility | null {
  const isHigher = (other: TopicVisibility) => ranks.indexOf(other) > ranks.indexOf(policy);
  const follows = applies(settings.automatically_follow_topics_policy, isFirst);
  if (follows && isHigher(visibilityPolicies.followed)) return visibilityPolicies.followed;
  const unmutes = applies(settings.automatically_unmute_topics_in_muted_streams_policy, isFirst);
  return isChannelMuted && unmutes && isHigher(visibilityPolicies.unmuted) ? visibilityPolicies.unmuted : null;
}

/** The same for somebody who is mentioned there by name; who muted the topic meant it. */
export function visibilityAfterMention({ policy, settings }: TopicState): RaisedVisibility | null {
  const stays = policy === visibilityPolicies.muted || policy === visibilityPolicies.followed;
  return settings.automatically_follow_topics_where_mentioned && !stays ? visibilityPolicies.followed : null;
}

/** What a topic becomes for somebody when another is merged into it: the more wanted of the two. */
export const mergeVisibility = (one: TopicVisibility | null, other: TopicVisibility | null): TopicVisibility | null =>
  ranks.indexOf(one) > ranks.indexOf(other) ? one : other;
