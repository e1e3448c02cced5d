import { sql } from "kysely";
import type { Reader } from "#kernel/db/types.ts";
import type { Actor } from "#kernel/http/context.ts";
import { UNKNOWN_NAME } from "#modules/1-ground/users/placeholders.ts";
import { usersInSight } from "#modules/1-ground/users/sight.ts";
import { loadPlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";
import { isUnread } from "#modules/5-on-channels/read-state/unread.ts";
import type { Occasion } from "@parlance/contract/notices/decision.ts";

/** A message that somebody missed. */
export interface MissedMessage {
  readonly id: number;
  readonly occasion: Occasion;
  readonly groupId: number | null;
  /** As the reader may know it. */
  readonly sender: string;
  readonly senderId: number;
  /** Whether the reader may know them. */
  readonly isSenderKnown: boolean;
  readonly html: string;
  readonly sentAt: Date;
}

/** Where somebody missed messages. */
export type MissedPlace =
  | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
  /** The others in a direct conversation, as the reader may know them. */
  | { readonly others: readonly { readonly id: number; readonly name: string }[] };

/** What somebody missed in one conversation, the oldest first. */
export interface MissedConversation {
  /** Names it among all of the server. */
  readonly key: string;
  readonly place: MissedPlace;
  readonly messages: readonly MissedMessage[];
}

/** Of what they were told. */
export type Told = Pick<MissedMessage, "id" | "occasion" | "groupId">;

interface MessageRow {
  readonly id: number;
  readonly recipient_id: number;
  readonly topic: string;
  readonly topic_key: string;
  readonly sender_id: number;
  readonly sender: string;
  readonly html: string;
  readonly sent_at: Date;
  readonly channel_id: number | null;
  readonly channel_name: string | null;
}

/** What of it is still unread and theirs to read, by conversation, in the order of their first messages. */
export async function missedConversations(
  db: Reader,
  reader: Pick<Actor, "id" | "realmId" | "role">,
  told: readonly Told[],
): Promise<MissedConversation[]> {
  const facts = await loadPlacedFacts(
    db,
    reader,
    told.map(({ id }) => id),
  );
  const unread = facts.filter((one) => one.is_readable && isUnread(one)).map(({ id }) => id);
  if (unread.length === 0) return [];
  const rows = await messageRows(db, unread);
  const sight = await usersInSight(db, reader);
  const isKnown = (id: number) => !sight || sight.has(id);
  const nameOf = (id: number, name: string) => (isKnown(id) ? name : UNKNOWN_NAME);
  const byId = new Map(told.map((one) => [one.id, one]));
  const conversations = Map.groupBy(rows, ({ recipient_id, topic_key }) => `${recipient_id} ${topic_key}`);
  const people = await peopleIn(db, reader.id, rows);
  return [...conversations].map(([key, own]) => {
    const [first] = own as [MessageRow, ...MessageRow[]];
    const others = (people.get(first.recipient_id) ?? []).map(({ id, name }) => ({ id, name: nameOf(id, name) }));
    const messages = own.flatMap((row) => {
      const one = byId.get(row.id);
      const { sender_id: senderId, html, sent_at: sentAt } = row;
      const by = { senderId, isSenderKnown: isKnown(senderId), sender: nameOf(senderId, row.sender) };
      return one ? [{ ...one, ...by, html, sentAt }] : [];
    });
    return { key, place: placeOf(first, others), messages };
  });
}

/** What somebody can read of these messages, whether they have read it or not, as `missedConversations` has it. */
export async function missedTexts(
  db: Reader,
  reader: Pick<Actor, "id" | "realmId" | "role">,
  ids: readonly number[],
): Promise<Pick<MissedMessage, "sender" | "html" | "sentAt">[]> {
  const facts = await loadPlacedFacts(db, reader, ids);
  const rows = await messageRows(
    db,
    facts.filter((one) => one.is_readable).map(({ id }) => id),
  );
  const sight = await usersInSight(db, reader);
  return rows.map(({ sender_id, sender, html, sent_at: sentAt }) => {
    return { sender: !sight || sight.has(sender_id) ? sender : UNKNOWN_NAME, html, sentAt };
  });
}

function placeOf(row: MessageRow, others: readonly { readonly id: number; readonly name: string }[]): MissedPlace {
  const { channel_id: id, channel_name: name, topic } = row;
  return id === null || name === null ? { others } : { channel: { id, name }, topic };
}

async function messageRows(db: Reader, ids: readonly number[]): Promise<MessageRow[]> {
  return db
    .selectFrom("message")
    .innerJoin("account", "account.id", "message.sender_id")
    .leftJoin("channel", "channel.recipient_id", "message.recipient_id")
    .select(["message.id", "message.recipient_id", "message.topic", "message.topic_key", "message.sender_id"])
    .select(["account.full_name as sender", "message.rendered_content as html", "message.sent_at"])
    .select(["channel.id as channel_id", "channel.name as channel_name"])
    .where("message.id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("message.id")
    .execute();
}

/** The others in direct conversations, by conversation; oneself, where one is alone. */
async function peopleIn(db: Reader, readerId: number, rows: readonly MessageRow[]) {
  const direct = rows.filter(({ channel_id }) => channel_id === null).map(({ recipient_id }) => recipient_id);
  const members = await db
    .selectFrom("direct_member")
    .innerJoin("account", "account.id", "direct_member.user_id")
    .select(["direct_member.recipient_id", "account.id", "account.full_name as name"])
    .where("direct_member.recipient_id", "=", sql<number>`any(${direct}::int[])`)
    .where("account.id", "<>", readerId)
    .orderBy("account.id")
    .execute();
  return Map.groupBy(members, ({ recipient_id }) => recipient_id);
}
