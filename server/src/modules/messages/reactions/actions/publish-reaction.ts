import type { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { emit, lockPosition } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { loadMessageAudience } from "#modules/messages/core/message-audience.ts";
import { loadMessageUsers } from "#modules/messages/core/message-users.ts";
import type { UserMessage } from "#modules/messages/read-state/user-message.ts";
import { placeholderEmail } from "#modules/users/core/email-addresses.ts";
import { guestsWhoCannotSee } from "#modules/users/core/visibility/user-visibility.ts";
import { reactionChanged, type StoredReactionEvent } from "../events.ts";

/**
 * Sends an event about an added or removed reaction to all users who have the message. Must be the last action of a
 * write, because it locks the organization's log position.
 */
export async function publishReaction(
  { tx, actor, realm }: Pick<Write, "tx" | "actor" | "realm">,
  message: UserMessage,
  op: "add" | "remove",
  emoji: EmojiReference,
): Promise<void> {
  await lockPosition(tx, realm.id);
  const audience = await loadMessageAudience(tx, realm.id, message);
  const person = (await loadMessageUsers(tx, realm, [actor.id])).get(actor.id);
  if (!person) throw new Error(`no account ${actor.id}`);
  // Users in the same channel or conversation can see each other. Only a user who is not subscribed may be hidden from
  // guests.
  const inTheDark = message.is_active ? undefined : (await guestsWhoCannotSee(tx, realm.id, [actor.id])).get(actor.id);
  const stored: StoredReactionEvent = {
    type: "reaction",
    event: reactionChanged({
      op,
      messageId: message.id,
      emoji,
      user: { user_id: actor.id, email: person.email, full_name: person.full_name },
    }),
    ...(inTheDark && { unknown_user: { to: inTheDark, email: placeholderEmail(actor.id, realm) } }),
  };
  emit(tx, audience, stored);
}
