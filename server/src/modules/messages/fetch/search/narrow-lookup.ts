import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { batched } from "#kernel/batch-loader.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { Directory as Organization } from "#kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import type { Directory, MessagePlace, NarrowTopic, OwnTopics } from "#narrow/index.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import { loadPlacedFacts } from "#modules/messages/read-state/user-message.ts";
import { textSearcher } from "#search/text-search.ts";
import { findAddressees } from "#modules/messages/recipients/resolve-users.ts";
import { narrowChannel } from "#modules/messages/core/narrow-channels.ts";
import type { MessageReader } from "#modules/messages/core/message-viewer.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { conversationFinder } from "#modules/messages/recipients/direct-recipient-cache.ts";

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
    conversation: conversationFinder(asker),
    text: textSearcher(db, realm.id),
    conversationsWith: (userId, only) => conversationsWith(db, reader.id, userId, only),
    ownTopics: async () => ownTopics(directory, reader.id),
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

/** What somebody muted, unmuted and follows, by the organization in memory. */
function ownTopics(directory: Organization, userId: number): OwnTopics {
  const [known, subscribed] = [directory.of(channels), directory.of(subscriptions)];
  const topics = directory.of(topicPolicies).ofUser(userId);
  const withPolicy = (...policies: readonly number[]): NarrowTopic[] =>
    topics.flatMap(({ channel_id, topic_key: key, policy }) => {
      const recipientId = known.get(channel_id)?.recipient_id;
      return recipientId !== undefined && policies.includes(policy) ? [{ recipientId, topicKey: key }] : [];
    });
  const { muted, unmuted, followed } = visibilityPolicies;
  return {
    mutedRecipientIds: subscribed
      .channelsOf(userId)
      .filter((id) => subscribed.isMuted(userId, id))
      .flatMap((id) => known.get(id)?.recipient_id ?? []),
    muted: withPolicy(muted),
    unmuted: withPolicy(unmuted, followed),
    followed: withPolicy(followed),
  };
}
