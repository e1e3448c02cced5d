// The rules for deleting a message for everyone.
import { isWithinTimeLimit } from "./time-limits.ts";

/** The sender of a message. */
export interface MessageSender {
  readonly id: number;
  /** Id of the owner of a bot; null for users, and for bots without an owner. */
  readonly botOwnerId: number | null;
}

/** True if the user sent the message, or owns the bot that did. */
export const isOwnMessage = (userId: number, { id, botOwnerId }: MessageSender): boolean =>
  id === userId || botOwnerId === userId;

/** The facts that decide whether a user can delete a message for which `isMessageChangeable` is true. */
export interface DeletionFacts {
  /** See `isOwnMessage`. */
  readonly isOwn: boolean;
  /** True if `can_delete_any_message_group` of the organization or the channel includes the user. */
  readonly canDeleteAny: boolean;
  /** The same for `can_delete_own_message_group`. */
  readonly canDeleteOwn: boolean;
  readonly ageSeconds: number;
  /** Maximum age of a message that its sender can delete; null for no limit. */
  readonly limitSeconds: number | null;
}

export type DeletionRefusal = "not_permitted" | "too_late";

/** Returns why the user cannot delete the message, or null if the user can. */
export function findDeletionRefusal(facts: DeletionFacts): DeletionRefusal | null {
  if (facts.canDeleteAny) return null;
  if (!facts.isOwn || !facts.canDeleteOwn) return "not_permitted";
  return isWithinTimeLimit(facts.ageSeconds, facts.limitSeconds) ? null : "too_late";
}
