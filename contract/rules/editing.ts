// The rules for editing the content of a message.
import { isWithinTimeLimit } from "./time-limits.ts";

/**
 * True if the user can read the message and it is not in an archived channel. Otherwise, it cannot be edited, moved or
 * deleted.
 */
export const isMessageChangeable = (message: {
  /** Whether the user can read it. */
  readonly is_readable: boolean;
  /** Whether its channel is archived. */
  readonly is_archived: boolean;
}): boolean => message.is_readable && !message.is_archived;

/** The facts that decide whether a user can edit the content of a message for which `isMessageChangeable` is true. */
export interface EditFacts {
  readonly isSender: boolean;
  /** The organization's `allow_message_editing`. */
  readonly isEditingEnabled: boolean;
  readonly ageSeconds: number;
  /** Maximum age of the message; null for no limit. */
  readonly limitSeconds: number | null;
}

export type EditRefusal = "editing_disabled" | "not_sender" | "too_late";

/** Returns why the user cannot edit the message, or null if the user can. */
export function findEditRefusal(facts: EditFacts): EditRefusal | null {
  if (!facts.isEditingEnabled) return "editing_disabled";
  if (!facts.isSender) return "not_sender";
  return isWithinTimeLimit(facts.ageSeconds, facts.limitSeconds) ? null : "too_late";
}
