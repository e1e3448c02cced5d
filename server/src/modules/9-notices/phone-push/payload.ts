import type { MissedConversation } from "../notice-letters/missed.ts";
import { plainText } from "../notice-letters/plain-text.ts";
import { shortened } from "../notice-letters/shortened.ts";

/** Of a longer text, a phone is told the beginning. */
const MOST_CHARACTERS = 201;

/** What is in every notice for a phone. */
export interface NoticeBase {
  readonly realm_url: string;
  readonly realm_name: string;
  readonly user_id: number;
}

/** Who wrote the message, as the reader may know them, and by which group it mentions the reader. */
interface About {
  readonly avatarUrl: string;
  readonly group: { readonly id: number; readonly name: string } | null;
}

/** A message as a phone is told of it, before that is encrypted. */
export function phoneNotice(base: NoticeBase, { place, messages }: MissedConversation, { avatarUrl, group }: About) {
  const [message] = messages;
  if (!message) return null;
  const { id, sender, senderId, html, sentAt } = message;
  return {
    type: "message",
    ...base,
    sender_id: senderId,
    sender_full_name: sender,
    sender_avatar_url: avatarUrl,
    message_id: id,
    time: Math.floor(sentAt.getTime() / 1000),
    content: shortened(plainText(html), MOST_CHARACTERS),
    ...(group && { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name }),
    ...recipientOf(place, base.user_id),
  };
}

function recipientOf(place: MissedConversation["place"], userId: number) {
  if ("channel" in place) {
    const { id, name } = place.channel;
    return { recipient_type: "channel", channel_id: id, channel_name: name, topic: place.topic };
  }
  const ids = [userId, ...place.others.map(({ id }) => id)].toSorted((one, other) => one - other);
  return { recipient_type: "direct", ...(ids.length > 2 && { pm_users: ids.join(",") }) };
}
