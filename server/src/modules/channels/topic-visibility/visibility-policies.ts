import {
  followPolicies,
  visibilityPolicies,
  type VisibilityPolicy,
} from "@parlance/contract/entities/topic-visibility.ts";

/** The visibility policy of a topic that has one of its own. */
export type TopicVisibility = Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited>;
/** The policies that a topic can get automatically. */
export type RaisedVisibility = Exclude<TopicVisibility, typeof visibilityPolicies.muted>;

/** The user settings that determine which topics are followed or unmuted automatically. */
export interface AutomaticVisibilitySettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
  readonly automatically_follow_topics_where_mentioned: boolean;
}

/** The state of a topic for a user before a message is sent. */
export interface TopicState {
  /** `null` if the channel's setting applies. */
  readonly policy: TopicVisibility | null;
  readonly isChannelMuted: boolean;
  readonly settings: AutomaticVisibilitySettings;
}

/** From the least visible to the most visible. */
const ranks = [visibilityPolicies.muted, null, visibilityPolicies.unmuted, visibilityPolicies.followed];

const applies = (when: number, isFirst: boolean) =>
  when === followPolicies.participating ||
  when === followPolicies.sending ||
  (when === followPolicies.starting && isFirst);

/**
 * Returns the topic's new visibility for a user who sends in it, or null if it does not change. Visibility is only ever
 * raised.
 */
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

/** The same for a user who is mentioned there by name. A topic that the user muted stays muted. */
export function visibilityAfterMention({ policy, settings }: TopicState): RaisedVisibility | null {
  const stays = policy === visibilityPolicies.muted || policy === visibilityPolicies.followed;
  return settings.automatically_follow_topics_where_mentioned && !stays ? visibilityPolicies.followed : null;
}

/** Returns a topic's visibility for a user after another topic was merged into it: the more visible of the two. */
export const mergeVisibility = (one: TopicVisibility | null, other: TopicVisibility | null): TopicVisibility | null =>
  ranks.indexOf(one) > ranks.indexOf(other) ? one : other;
