import { sql } from "kysely";
import type { MessageFlag } from "@parlance/contract/entities/message.ts";
import type { Reader } from "#kernel/db/types.ts";
import { isMine, isUnread, mineOfReadable } from "./conditions.ts";
import { messageFlags } from "./flags.ts";

/** What of a message a reader's flags depend on. */
export interface FlaggedMessage {
  readonly id: number;
  readonly recipient_id: number;
  readonly sender_id: number;
  readonly mentions_channel: boolean;
}

interface ReadState {
  readonly id: number;
  readonly bits: number;
  readonly is_received: boolean;
  readonly is_unread: boolean;
}

/** The flags that a user sees on messages that the user may read, by the messages' ids. */
export async function flagsOf(
  db: Reader,
  userId: number,
  messages: readonly FlaggedMessage[],
): Promise<Map<number, MessageFlag[]>> {
  if (messages.length === 0) return new Map();
  const recipientIds = messages.map(({ recipient_id }) => recipient_id);
  const { rows } = await sql<ReadState>`
    with mine as materialized (${mineOfReadable(userId, [...new Set(recipientIds)])})
    select message.id, coalesce(message_flag.flags, 0) as bits, mine.recipient_id is not null as is_received,
      coalesce(${isUnread(userId)}, false) as is_unread
    from unnest(
      ${messages.map(({ id }) => id)}::bigint[], ${recipientIds}::int[],
      ${messages.map(({ sender_id }) => sender_id)}::int[]
    ) as message(id, recipient_id, sender_id)
    left join mine on ${isMine}
    left join message_flag on message_flag.user_id = ${userId} and message_flag.message_id = message.id`.execute(db);
  const states = new Map(rows.map((row) => [row.id, row]));
  return new Map(messages.map((message) => [message.id, flagNames(message, states.get(message.id))]));
}

const stored = ["starred", "collapsed", "mentioned", "topic_wildcard_mentioned", "has_alert_word"] as const;

function flagNames({ mentions_channel }: FlaggedMessage, state: ReadState | undefined): MessageFlag[] {
  const { bits = 0, is_received = false, is_unread = false } = state ?? {};
  const flags: MessageFlag[] = is_unread ? [] : ["read"];
  for (const flag of stored) if (bits & messageFlags[flag]) flags.push(flag);
  const mentionsAll = mentions_channel && is_received;
  if (mentionsAll) flags.push("stream_wildcard_mentioned");
  if (mentionsAll || bits & messageFlags.topic_wildcard_mentioned) flags.push("wildcard_mentioned");
  if (!is_received) flags.push("historical");
  return flags;
}
