import { type RawBuilder, sql } from "kysely";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { UNKNOWN_USER_NAME } from "#modules/users/core/visibility/placeholder-user.ts";
import { visibleUserIdsAmong } from "#modules/users/core/visibility/user-visibility.ts";
import { isHistorySharedInSql, canReadContentInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import {
  isInReceivedConversationInSql,
  receivedConversationsInSql,
} from "#modules/messages/read-state/received-conversations.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { isReceivedOrConnectedInSql } from "#modules/messages/read-state/received-messages.ts";
import { isUnreadInSql } from "#modules/messages/read-state/unread/unread.ts";
import type { NotificationReason } from "@parlance/contract/notifications/notification-decision.ts";
import type { MessagesToEmail } from "../core/actions/claim-messages-to-email.ts";

/** A message that a notification shows. */
export interface ShownMessage {
  readonly id: number;
  /** Name of the sender, as the recipient may see it. */
  readonly sender: string;
  readonly senderId: number;
  /** Whether the recipient can see the user who sent the message. */
  readonly isSenderKnown: boolean;
  readonly html: string;
  readonly sentAt: Date;
}

/** The conversation of missed messages. */
export type MissedConversationTarget =
  | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
  /** The other users in a direct conversation, with their names as the recipient may see them. */
  | { readonly others: readonly { readonly id: number; readonly name: string }[] };

/** The messages that a user missed in one conversation, without their text. */
export interface MissedConversation {
  /** Identifier of the conversation, unique on the whole server. */
  readonly key: string;
  readonly target: MissedConversationTarget;
  /** The number of missed messages. */
  readonly count: number;
  readonly firstId: number;
  readonly lastId: number;
  /** Ids of the first missed messages, ascending. */
  readonly shownIds: readonly number[];
  /** The reasons why the user is notified of the missed messages. */
  readonly occasions: readonly NotificationReason[];
  /**
   * Id of the group through which the first message that mentions the user does so; null if the user is mentioned by
   * name or not at all.
   */
  readonly groupId: number | null;
}

/** The user who is notified. */
type NotificationRecipient = Pick<Actor, "id" | "realmId" | "role">;

interface ConversationRow extends Omit<MissedConversation, "key" | "target"> {
  readonly recipientId: number;
  readonly topicKey: string;
  readonly topic: string;
  readonly channelId: number | null;
  readonly channelName: string | null;
}

/**
 * Finds the messages that are still unread and that the user can read, grouped by conversation, in the order of their
 * first messages. The database counts them, so it returns only one row per conversation.
 * @param shown maximum number of message ids to list per conversation
 */
export async function findMissedConversations(
  db: Reader,
  reader: NotificationRecipient,
  messages: MessagesToEmail,
  shown: number,
): Promise<MissedConversation[]> {
  if (messages.ids.length === 0) return [];
  const { rows } = await sql<ConversationRow>`
    with ${missedInSql(reader, messages)}, numbered as (
      select missed.*, row_number() over (partition by recipient_id, topic_key order by id) as nth from missed
    )
    select recipient_id as "recipientId", topic_key as "topicKey", (array_agg(topic order by id))[1] as topic,
      channel_id as "channelId", channel_name as "channelName",
      count(*) as count, min(id) as "firstId", max(id) as "lastId",
      array_agg(id order by id) filter (where nth <= ${shown}::int) as "shownIds",
      array_agg(distinct occasion) as occasions,
      (array_agg(group_id order by id) filter (where occasion = 'mention'))[1] as "groupId"
    from numbered group by recipient_id, topic_key, channel_id, channel_name order by "firstId"`.execute(db);
  const members = await loadOtherMembers(db, reader, rows);
  return rows.map(({ recipientId, topicKey, topic, channelId: id, channelName: name, ...rest }) => {
    const target = id === null || name === null ? { others: members(recipientId) } : { channel: { id, name }, topic };
    return { key: `${recipientId} ${topicKey}`, target, ...rest };
  });
}

/**
 * Common table expressions, the last of which is `missed`: the given messages that are unread and that the user can
 * read.
 */
const missedInSql = (
  reader: NotificationRecipient,
  { ids, occasions, groupIds }: MessagesToEmail,
): RawBuilder<unknown> => {
  const recipientIds = sql`(select recipient_id from message where id = any(${ids}::bigint[]))`;
  const isHere = sql<boolean>`recipient_id in ${recipientIds}`;
  return sql`
    noticed as materialized (
      select message.*, occasion, group_id
      from unnest(${ids}::bigint[], ${occasions}::text[], ${groupIds}::int[]) as noticed (id, occasion, group_id)
      cross join lateral (
        select id, recipient_id, sender_id, topic, topic_key, is_settled from message
        where message.id = noticed.id and realm_id = ${reader.realmId} offset 0
      ) as message
    ), mine as materialized (
      ${receivedConversationsInSql(reader, isHere)}
    ), place as materialized (
      select channel.recipient_id, channel.id as channel_id, channel.name as channel_name,
        ${isHistorySharedInSql} as is_shared
      from channel
      left join subscription on subscription.user_id = ${reader.id} and subscription.channel_id = channel.id
      where channel.recipient_id in ${recipientIds} and ${canReadContentInSql(reader)}
      union all
      select recipient_id, null, null, true from direct_member where user_id = ${reader.id} and ${isHere}
    ), missed as materialized (
      select message.id, message.recipient_id, message.topic, message.topic_key, occasion, group_id,
        place.channel_id, place.channel_name
      from noticed as message
      join place on place.recipient_id = message.recipient_id
      left join mine on ${isInReceivedConversationInSql}
      where ${isUnreadInSql(reader.id)} and (place.is_shared or ${isReceivedOrConnectedInSql(sql`${reader.id}`)})
    )`;
};

/** Loads the members of direct conversations other than the user. A conversation with oneself has none. */
async function loadOtherMembers(db: Reader, reader: NotificationRecipient, rows: readonly ConversationRow[]) {
  const direct = rows.filter(({ channelId }) => channelId === null).map(({ recipientId }) => recipientId);
  if (direct.length === 0) return () => [];
  const members = await db
    .selectFrom("direct_member")
    .innerJoin("account", "account.id", "direct_member.user_id")
    .select(["direct_member.recipient_id", "account.id", "account.full_name as name"])
    .where("direct_member.recipient_id", "=", sql<number>`any(${direct}::int[])`)
    .where("account.id", "<>", reader.id)
    .orderBy("account.id")
    .execute();
  const nameOf = await createNameLookup(
    db,
    reader,
    members.map(({ id }) => id),
  );
  const byConversation = Map.groupBy(members, ({ recipient_id }) => recipient_id);
  return (recipientId: number) =>
    (byConversation.get(recipientId) ?? []).map(({ id, name }) => ({ id, name: nameOf(id, name).name }));
}

/** Returns a function that returns the names of accounts as a user may see them. */
async function createNameLookup(db: Reader, reader: NotificationRecipient, userIds: readonly number[]) {
  const known = await visibleUserIdsAmong(db, reader, userIds);
  return (id: number, name: string) => {
    const isKnown = !known || known.has(id);
    return { isKnown, name: isKnown ? name : UNKNOWN_USER_NAME };
  };
}

/** Loads messages, in ascending order. The user must be allowed to read them, which is not checked. */
export async function loadShownMessages(
  db: Reader,
  reader: NotificationRecipient,
  ids: readonly number[],
): Promise<ShownMessage[]> {
  const rows = await db
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.sender_id")
    .select(["message.id", "message.sender_id as senderId", "account.full_name as sender"])
    .select(["message.rendered_content as html", "message.sent_at as sentAt"])
    .where("message.id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("message.id")
    .execute();
  const nameOf = await createNameLookup(
    db,
    reader,
    rows.map(({ senderId }) => senderId),
  );
  return rows.map(({ sender, ...row }) => {
    const { isKnown, name } = nameOf(row.senderId, sender);
    return { ...row, sender: name, isSenderKnown: isKnown };
  });
}

/** Returns the messages that a user can read, whether or not they are marked as read. */
export async function filterReadable(
  db: Reader,
  reader: NotificationRecipient,
  ids: readonly number[],
): Promise<number[]> {
  const facts = await loadUserMessages(db, reader, ids);
  return facts.filter((one) => one.is_readable).map(({ id }) => id);
}
