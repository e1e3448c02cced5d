import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { EventBody, EventOf } from "@parlance/contract/events/index.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";
import { UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";

type ReactionBody = Extract<EventBody, { type: "reaction" }>;
type ReactingUser = EventOf<"reaction">["user"];

/** An added or removed reaction as stored in the event log. */
export interface StoredReactionEvent {
  readonly type: "reaction";
  readonly event: ReactionBody;
  /**
   * Guests who cannot see the user who reacted. Their events contain placeholders instead of the user's name and
   * (`email`) the user's email address.
   */
  readonly unknown_user?: { readonly to: readonly number[]; readonly email: string };
}

/** The data from which a reaction event is created. */
export interface ReactionChange {
  readonly op: "add" | "remove";
  readonly messageId: number;
  readonly emoji: EmojiReference;
  readonly user: Omit<ReactingUser, "is_mirror_dummy">;
}

export const reactionChanged = ({ op, messageId, emoji, user }: ReactionChange): ReactionBody => ({
  type: "reaction",
  op,
  message_id: messageId,
  user_id: user.user_id,
  user: { ...user, is_mirror_dummy: false },
  ...emoji,
});

const isUnknown = ({ unknown_user: unknown }: StoredReactionEvent, userId: number): boolean =>
  unknown?.to.includes(userId) === true;

export const reactionPresenter: Presenter<StoredReactionEvent> = {
  variant: (event, { userId }) => (isUnknown(event, userId) ? "unknown" : "known"),
  present(stored, { userId }) {
    const { event, unknown_user: unknown } = stored;
    if (!unknown || !isUnknown(stored, userId)) return [event];
    return [{ ...event, user: { ...event.user, email: unknown.email, full_name: UNKNOWN_USER_NAME } }];
  },
};
