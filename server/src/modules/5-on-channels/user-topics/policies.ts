/** How a topic is shown, where it has a policy of its own. */
export const Visibility = { muted: 1, unmuted: 2, followed: 3 } as const;
export type Visibility = (typeof Visibility)[keyof typeof Visibility];

/** What of a user's settings says which topics are followed or unmuted by themselves. */
export interface AutomaticSettings {
  readonly automatically_follow_topics_policy: number;
  readonly automatically_unmute_topics_in_muted_streams_policy: number;
  readonly automatically_follow_topics_where_mentioned: boolean;
}

/** What a topic is to a user before a message comes. */
export interface Standing {
  /** Null: as the channel. */
  readonly policy: Visibility | null;
  readonly isChannelMuted: boolean;
  readonly settings: AutomaticSettings;
}

/** Values of the two settings: on any participation, when one writes, when one begins the topic; 4 never. */
const [PARTICIPATION, SENDING, INITIATION] = [1, 2, 3];

/** From the least wanted to the most. */
const ranks = [Visibility.muted, null, Visibility.unmuted, Visibility.followed];

const applies = (when: number, isFirst: boolean) =>
  when === PARTICIPATION || when === SENDING || (when === INITIATION && isFirst);

/** What a topic becomes for somebody who writes in it; null: it stays what it is. Policies are only ever raised. */
export function afterSending({ policy, isChannelMuted, settings }: Standing, isFirst: boolean): 2 | 3 | null {
  const isHigher = (other: Visibility) => ranks.indexOf(other) > ranks.indexOf(policy);
  const follows = applies(settings.automatically_follow_topics_policy, isFirst);
  if (follows && isHigher(Visibility.followed)) return Visibility.followed;
  const unmutes = applies(settings.automatically_unmute_topics_in_muted_streams_policy, isFirst);
  return isChannelMuted && unmutes && isHigher(Visibility.unmuted) ? Visibility.unmuted : null;
}

/** The same for somebody who is mentioned there by name; who muted the topic meant it. */
export function afterMention({ policy, settings }: Standing): 3 | null {
  const stays = policy === Visibility.muted || policy === Visibility.followed;
  return settings.automatically_follow_topics_where_mentioned && !stays ? Visibility.followed : null;
}

/** What a topic becomes for somebody when another is merged into it: the more wanted of the two. */
export const merged = (one: Visibility | null, other: Visibility | null): Visibility | null =>
  ranks.indexOf(one) > ranks.indexOf(other) ? one : other;
