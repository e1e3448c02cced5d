import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";

/**
 * Connections of users to messages by flags, as ascending message ids by user id. A user is connected to a message by
 * flags if he or she did not receive the message with a channel subscription, but has, for example, starred it or (for
 * a bot) been mentioned in it.
 */
export type FlagConnections = ReadonlyMap<number, readonly number[]>;

/** Loads the users who are connected to any of these messages by flags, with the ids of these messages. */
export async function loadFlagConnections(db: Reader, messageIds: readonly number[]): Promise<FlagConnections> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select user_id, json_agg(message_id order by message_id) as ids from message_flag
    where ${isOneOf(sql`message_id`, messageIds)} and ${hasConnectingFlagInSql}
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, ids }) => [user_id, ids]));
}
