import { sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { prepareSearchedText } from "./word-matching.ts";

/** Lists a user's alert words in the order in which they were added. */
export async function listAlertWords(db: Reader, userId: number): Promise<string[]> {
  const rows = await db.selectFrom("alert_word").select("word").where("user_id", "=", userId).orderBy("id").execute();
  return rows.map(({ word }) => word);
}

/**
 * A text, with its recipients: the subscribers of a channel, the given users, or all users who have one of its words as
 * an alert word.
 */
export interface AddressedText {
  readonly content: string;
  readonly to: { readonly channelId: number } | { readonly userIds: readonly number[] } | "anybody";
}

/**
 * Finds, for each text, the recipients whose alert words occur in it. Uses a single query, whose cost depends on the
 * alert words that start like a word of the texts, not on the number of subscribers.
 */
export async function findAlertedUsers(
  db: Reader,
  realmId: number,
  texts: readonly AddressedText[],
): Promise<number[][]> {
  const searched = texts.map(({ content }) => prepareSearchedText(content));
  const starts = searched.flatMap(({ startKeys }, index) => startKeys.map((key) => ({ key, index })));
  const alerted = texts.map(() => new Set<number>());
  if (starts.length === 0) return alerted.map(() => []);
  const members = texts.flatMap(({ to }, index) =>
    to !== "anybody" && "userIds" in to ? to.userIds.map((userId) => ({ index, userId })) : [],
  );
  const channels = texts.flatMap(({ to }, index) =>
    to !== "anybody" && "channelId" in to ? [{ index, channelId: to.channelId }] : [],
  );
  const open = texts.flatMap(({ to }, index) => (to === "anybody" ? [index] : []));
  const { rows } = await sql<{ index: number; user_id: number; word_key: string }>`
    with found as materialized (
      select start.index, alert_word.user_id, alert_word.word_key
      from unnest(${starts.map(({ index }) => index)}::int[], ${starts.map(({ key }) => key)}::text[]) as start(index, key)
      join alert_word on alert_word.realm_id = ${realmId} and alert_word.start_key = start.key
    )
    select found.* from found
    join unnest(${channels.map(({ index }) => index)}::int[], ${channels.map(({ channelId }) => channelId)}::int[])
      as sent(index, channel_id) using (index)
    join subscription on subscription.user_id = found.user_id and subscription.channel_id = sent.channel_id
    where subscription.is_active
    union all
    select found.* from found
    join unnest(${members.map(({ index }) => index)}::int[], ${members.map(({ userId }) => userId)}::int[])
      as sent(index, user_id) using (index, user_id)
    union all
    select found.* from found where found.index = any(${open}::int[])`.execute(db);
  for (const { index, user_id, word_key } of rows) if (searched[index]?.has(word_key)) alerted[index]?.add(user_id);
  return alerted.map((userIds) => [...userIds].sort((a, b) => a - b));
}
