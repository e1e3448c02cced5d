import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { batched } from "#kernel/batched.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory as Organization } from "#kernel/directory/directory.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { Directory, MessagePlace, OwnTopics } from "#narrow/index.ts";
import { loadPlacedFacts } from "#modules/5-on-channels/read-state/personal-facts.ts";
import { textSearcher } from "#search/text-search.ts";
import { findAddressees } from "./addressees.ts";
import { narrowChannel } from "./narrow-channels.ts";
import type { MessageReader } from "./readers.ts";
import { topicKey } from "#modules/1-ground/conversations/text.ts";
import { directKey, findDirectRecipients } from "./direct-recipients.ts";

/** What callers who are not signed in find instead of a user that does not exist, so that they cannot probe addresses. */
const NOBODY = 0;

/** Who asks, and where. */
export interface Asker {
  readonly db: Reader;
  readonly directory: Organization;
  readonly realm: RealmContext;
  readonly reader: MessageReader;
}

/** Looks up what the terms of one narrow name, a query for each kind of name. */
export function narrowDirectory(asker: Asker): Directory {
  const { db, directory, realm, reader } = asker;
  let own: Promise<OwnTopics> | undefined;
  const unknown = reader.isSpectator ? NOBODY : null;
  const places = new Map<number, Promise<MessagePlace | null>>();
  return {
    channel: async (reference) => {
      const channel = narrowChannel(directory, reader, reference);
      return channel?.isKnown ? channel : null;
    },
    user: batched(async (references: readonly (number | string)[]) => {
      const addressees = await findAddressees(asker, realm, reader, references);
      return addressees.map((one) => one?.id ?? unknown);
    }),
    conversation: batched(async (conversations: readonly (readonly number[])[]) => {
      const keys = conversations.map(directKey);
      const found = await findDirectRecipients(db, realm.id, keys);
      return keys.map((key) => found.get(key) ?? null);
    }),
    text: textSearcher(db, realm.id),
    conversationsWith: (userId, only) => conversationsWith(db, reader.id, userId, only),
    ownTopics: () => (own ??= ownTopics(db, reader.id)),
    placeOf(messageId) {
      const place = places.get(messageId) ?? placeOf(asker, messageId);
      places.set(messageId, place);
      return place;
    },
  };
}

async function placeOf({ db, directory, reader }: Asker, messageId: number): Promise<MessagePlace | null> {
  const [message] = await loadPlacedFacts(db, reader, [messageId]);
  if (!message?.is_readable) return null;
  const { recipient_id: recipientId, channel_id: channelId, topic } = message;
  const channel = channelId === null ? null : narrowChannel(directory, reader, channelId);
  // It came there after the request did.
  if (channelId !== null && channel === null) return null;
  return { recipientId, channel, topicKey: topicKey(topic) };
}

async function conversationsWith(
  db: Reader,
  userId: number,
  otherId: number,
  only: "all" | "groups",
): Promise<number[]> {
  const isGroup = sql`(select count(*) from direct_member where recipient_id = own.recipient_id) > 2`;
  const { rows } = await sql<{ recipient_id: number }>`
    select own.recipient_id from direct_member as own
    join direct_member as other on other.recipient_id = own.recipient_id and other.user_id = ${otherId}
    where own.user_id = ${userId} and ${only === "groups" ? isGroup : sql`true`}`.execute(db);
  return rows.map(({ recipient_id }) => recipient_id);
}

async function ownTopics(db: Reader, userId: number): Promise<OwnTopics> {
  const [mutedRecipientIds, topics] = await Promise.all([
    mutedRecipients(db, userId),
    db
      .selectFrom("user_topic")
      .innerJoin("channel", "channel.id", "user_topic.channel_id")
      .select(["channel.recipient_id as recipientId", "topic_key as topicKey", "policy"])
      .where("user_id", "=", userId)
      .execute(),
  ]);
  const withPolicy = (...policies: readonly number[]) => topics.filter(({ policy }) => policies.includes(policy));
  const { muted, unmuted, followed } = visibilityPolicies;
  return {
    mutedRecipientIds,
    muted: withPolicy(muted),
    unmuted: withPolicy(unmuted, followed),
    followed: withPolicy(followed),
  };
}

async function mutedRecipients(db: Reader, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("subscription")
    .select("recipient_id")
    .where("user_id", "=", userId)
    .where("is_active", "=", true)
    .where("is_muted", "=", true)
    .execute();
  return rows.map(({ recipient_id }) => recipient_id);
}
