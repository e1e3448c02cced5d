import { sql } from "kysely";
import { visibilityPolicies } from "@parlance/contract/entities/topic-visibility.ts";
import { createBatchLoader } from "@parlance/kernel/base/batch-loader.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { NarrowLookup, MessageLocation, NarrowTopic, TopicPolicies, NarrowChannel } from "#narrow/index.ts";
import { channels, subscriptions } from "#modules/channels/core/snapshot/channels-snapshot.ts";
import { topicPolicies } from "#modules/channels/topic-visibility/topic-visibility-snapshot.ts";
import { loadUserMessages } from "#modules/messages/read-state/user-message.ts";
import { createTextSearcher } from "#search/text-search.ts";
import { resolveUsers } from "#modules/messages/recipients/resolve-users.ts";
import type { MessageViewer } from "#modules/messages/core/message-viewer.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { createDirectRecipientFinder } from "#modules/messages/recipients/direct-recipient-cache.ts";
import {
  channelNameKey,
  type ChannelViewer,
  channelVisibilityIn,
} from "#modules/channels/core/access/channel-access.ts";
import { isHistoryShared, canReadContent, canSeeMetadata } from "@parlance/contract/rules/channel-access.ts";

/** A channel, and whether its existence is visible to the viewer. */
interface ResolvedChannel extends NarrowChannel {
  readonly isVisible: boolean;
}

/**
 * Finds the channel that a narrow names, by its id or by its name in any capitalization. Also finds channels that the
 * viewer cannot see.
 */
export function resolveNarrowChannel(
  snapshot: OrganizationSnapshot,
  reader: ChannelViewer,
  reference: number | string,
): ResolvedChannel | null {
  const known = snapshot.get(channels);
  const channel = typeof reference === "number" ? known.get(reference) : known.byName(channelNameKey(reference));
  if (!channel) return null;
  const visibility = channelVisibilityIn(snapshot, reader.id, channel);
  return {
    id: channel.id,
    recipientId: channel.recipient_id,
    isVisible: canSeeMetadata(reader.role, visibility),
    isReadable: canReadContent(reader.role, visibility),
    isHistoryShared: isHistoryShared(channel),
  };
}

/**
 * Used as the result for unknown users if the viewer is a spectator. An error instead would let spectators find out
 * which email addresses exist.
 */
const NO_USER_ID = 0;

/** The viewer of a request, and its context. */
export interface ViewerContext {
  readonly db: Reader;
  readonly snapshot: OrganizationSnapshot;
  readonly realm: RealmContext;
  readonly viewer: MessageViewer;
}

/**
 * Creates the lookup for the names of channels, users and messages in the terms of one narrow. All users are looked up
 * with one query.
 */
export function createNarrowLookup(context: ViewerContext): NarrowLookup {
  const { db, snapshot, realm, viewer } = context;
  const unknown = viewer.isSpectator ? NO_USER_ID : null;
  const places = new Map<number, Promise<MessageLocation | null>>();
  return {
    findChannel: async (reference) => {
      const channel = resolveNarrowChannel(snapshot, viewer, reference);
      return channel?.isVisible ? channel : null;
    },
    findUserId: createBatchLoader(async (references: readonly (number | string)[]) => {
      const addressees = await resolveUsers(context, realm, viewer, references);
      return addressees.map((one) => one?.id ?? unknown);
    }),
    findDirectConversation: createDirectRecipientFinder(context),
    prepareTextSearch: createTextSearcher(db, realm.id),
    listConversationsWith: (userId, only) => loadConversationsWith(db, viewer.id, userId, only),
    loadTopicPolicies: async () => topicPoliciesOf(snapshot, viewer.id),
    locateMessage(messageId) {
      const place = places.get(messageId) ?? locateMessage(context, messageId);
      places.set(messageId, place);
      return place;
    },
  };
}

async function locateMessage(
  { db, snapshot, viewer }: ViewerContext,
  messageId: number,
): Promise<MessageLocation | null> {
  const [message] = await loadUserMessages(db, viewer, [messageId]);
  if (!message?.is_readable) return null;
  const { recipient_id: recipientId, channel_id: channelId, topic } = message;
  const channel = channelId === null ? null : resolveNarrowChannel(snapshot, viewer, channelId);
  // The channel was created after the organization snapshot of this request, and the message was sent or moved there
  // since.
  if (channelId !== null && channel === null) return null;
  return { recipientId, channel, topicKey: topicKey(topic) };
}

async function loadConversationsWith(
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

/**
 * Returns the channels that a user has muted, and the topics that the user has muted, unmuted or followed, according to
 * the organization snapshot.
 */
function topicPoliciesOf(snapshot: OrganizationSnapshot, userId: number): TopicPolicies {
  const [known, subscribed] = [snapshot.get(channels), snapshot.get(subscriptions)];
  const topics = snapshot.get(topicPolicies).ofUser(userId);
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
