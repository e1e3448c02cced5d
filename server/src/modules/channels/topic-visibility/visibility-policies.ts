import {
  followPolicies,
  visibilityPolicies,
  type VisibilityPolicy,
} from "@parlance/contract/entities/topic-visibility.ts";

/** A user's visibility setting for a topic. Without one, the setting for the channel applies. */
export type TopicVisibility = Exclude<VisibilityPolicy, typeof visibilityPolicies.inherited>;
/** The visibilities that a topic can get automatically. */
export type RaisedVisibility = Exclude<TopicVisibility, typeof visibilityPolicies.muted>;

/** The user's settings that determine when topics are followed or unmuted automatically. */
export interface AutomaticVisibilitySettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
  readonly automatically_follow_topics_where_mentioned: boolean;
}

/** The state of a topic for a user when a message is sent. */
export interface TopicState {
  /** The user's setting for the topic. `null` if the setting for the channel applies. */
  readonly policy: TopicVisibility | null;
  readonly isChannelMuted: boolean;
  readonly settings: AutomaticVisibilitySettings;
}

/** Visibilities in ascending order. */
const ranks = [visibilityPolicies.muted, null, visibilityPolicies.unmuted, visibilityPolicies.followed];

const applies = (when: number, isFirst: boolean) =>
  when === followPolicies.participating ||
  when === followPolicies.sending ||
  (when === followPolicies.starting && isFirst);

/**
 * Returns the topic's new visibility for a user who sends a message to it, or null if it does not change. Visibility is
 * only raised, never lowered.
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

/**
 * Returns the topic's new visibility for a user whom a message mentions by name, or null if it does not change. A topic
 * that the user has muted stays muted.
 */
export function visibilityAfterMention({ policy, settings }: TopicState): RaisedVisibility | null {
  const stays = policy === visibilityPolicies.muted || policy === visibilityPolicies.followed;
  return settings.automatically_follow_topics_where_mentioned && !stays ? visibilityPolicies.followed : null;
}

/**
 * Returns a topic's visibility for a user after another topic was merged into it: the higher of the two visibilities.
 */
export const mergeVisibility = (one: TopicVisibility | null, other: TopicVisibility | null): TopicVisibility | null =>
  ranks.indexOf(one) > ranks.indexOf(other) ? one : other;
