import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { hasConnectingFlagInSql } from "#modules/messages/read-state/received-messages.ts";

/** Ids of the messages that a user is connected to by flags, ascending, by user id. */
export type FlagConnections = ReadonlyMap<number, readonly number[]>;

/** Loads the users whose flags connect them to any of these messages. */
export async function loadFlagConnections(db: Reader, messageIds: readonly number[]): Promise<FlagConnections> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await sql<{ user_id: number; ids: number[] }>`
    select user_id, json_agg(message_id order by message_id) as ids from message_flag
    where ${isOneOf(sql`message_id`, messageIds)} and ${hasConnectingFlagInSql}
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, ids }) => [user_id, ids]));
}
