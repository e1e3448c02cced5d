import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import type { EventBody, EventOf } from "@parlance/contract/events/index.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";
import { UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";

type ReactionBody = Extract<EventBody, { type: "reaction" }>;
type ReactingUser = EventOf<"reaction">["user"];

/** A reaction that came or went, as the log keeps it. */
export interface StoredReactionEvent {
  readonly type: "reaction";
  readonly event: ReactionBody;
  /** Guests who may not know of the one who reacted, and the address that stands for that user then. */
  readonly unknown_user?: { readonly to: readonly number[]; readonly email: string };
}

/** What a reaction event tells. */
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
