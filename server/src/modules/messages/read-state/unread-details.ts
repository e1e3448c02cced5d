import type { UnreadDetail } from "@parlance/contract/nouns/message-flags.ts";
import type { Reader } from "#kernel/db/types.ts";
import { hasFlag } from "./flags/message-flags.ts";
import { wildcardFlags, type PlacedFacts } from "./user-message.ts";
import { membersOf } from "./queries.ts";

/** What clients must know of messages that become unread, by id. */
export async function unreadDetails(
  db: Reader,
  userId: number,
  messages: readonly PlacedFacts[],
): Promise<Record<string, UnreadDetail>> {
  const direct = messages.filter(({ channel_id }) => channel_id === null);
  const members = await membersOf(db, [...new Set(direct.map(({ recipient_id }) => recipient_id))]);
  return Object.fromEntries(
    messages.map((message) => [message.id, detailOf(userId, message, members.get(message.recipient_id) ?? [])]),
  );
}

function detailOf(userId: number, message: PlacedFacts, members: readonly number[]): UnreadDetail {
  const { channel_id, topic, is_muted } = message;
  const isMentioned = hasFlag(message.flags, "mentioned") || (!is_muted && wildcardFlags(message).length > 0);
  const place =
    channel_id === null
      ? { type: "private" as const, user_ids: members.filter((id) => id !== userId), unmuted_stream_msg: false }
      : { type: "stream" as const, stream_id: channel_id, topic, unmuted_stream_msg: !is_muted };
  return isMentioned ? { ...place, mentioned: true } : place;
}
