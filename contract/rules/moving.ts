// The rules for moving messages to another topic or channel.
import { isAtLeast, type Role } from "../entities/roles.ts";

/** The parts of a message's place that a move changes. */
export interface MoveKind {
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
}

/** The facts that decide whether a user can move changeable messages from a channel. */
export interface MoveFacts extends MoveKind {
  /** True if the move only marks the topic as resolved or unresolved. */
  readonly isResolution: boolean;
  /** See `canAdministerChannel`. */
  readonly administersSource: boolean;
  /** The same for the target channel, which may be the source channel. */
  readonly administersTarget: boolean;
  /**
   * True if the user is in `can_move_messages_between_topics_group` of the organization, or in
   * `can_move_messages_within_channel_group` of one of the two channels.
   */
  readonly canChangeTopics: boolean;
  /**
   * True if the user is in `can_move_messages_between_channels_group` of the organization, or in
   * `can_move_messages_out_of_channel_group` of the source channel.
   */
  readonly canChangeChannels: boolean;
  /** True if `can_resolve_topics_group` of the organization or the source channel includes the user. */
  readonly canResolveTopics: boolean;
  /** See `canPostInChannel`. Only matters if the channel changes. */
  readonly canPostInTarget: boolean;
}

export type MoveRefusal = "cannot_resolve" | "cannot_change_topic" | "cannot_change_channel";

/** Returns why the user cannot move the messages, apart from their age, or null if the user can. */
export function findMoveRefusal(facts: MoveFacts): MoveRefusal | null {
  if (facts.isResolution) return facts.canResolveTopics ? null : "cannot_resolve";
  const isAdministered = facts.administersSource || facts.administersTarget;
  if (facts.changesTopic && !isAdministered && !facts.canChangeTopics) return "cannot_change_topic";
  const canLeave = facts.administersSource || facts.canChangeChannels;
  return facts.changesChannel && !(canLeave && facts.canPostInTarget) ? "cannot_change_channel" : null;
}

/** The organization's maximum ages of messages that are moved, in seconds; null for no limit. */
export interface MoveLimits {
  readonly betweenTopics: number | null;
  readonly betweenChannels: number | null;
}

/** Returns the maximum age of a message that users of a role can move, in seconds; infinite if there is no limit. */
export function moveLimitSeconds(role: Role, kind: MoveKind, limits: MoveLimits): number {
  if (isAtLeast(role, "moderator")) return Number.POSITIVE_INFINITY;
  const forTopic = (kind.changesTopic ? limits.betweenTopics : null) ?? Number.POSITIVE_INFINITY;
  const forChannel = (kind.changesChannel ? limits.betweenChannels : null) ?? Number.POSITIVE_INFINITY;
  return Math.min(forTopic, forChannel);
}
