import { sql, type RawBuilder } from "kysely";
import { isGuest } from "@parlance/contract/entities/roles.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { receivedConversationsInSql } from "#modules/messages/read-state/received-conversations.ts";
import { isOpenInSql } from "#modules/channels/core/access/visibility-conditions.ts";
import { messageFlags } from "#modules/messages/read-state/flags/message-flags.ts";
import { isUnreadAmongManyInSql } from "#modules/messages/read-state/unread/unread.ts";
import {
  isNotMuted,
  resolveNarrow,
  type NarrowColumns,
  type Narrow,
  type NarrowOptions,
  type NarrowTerms,
  type NarrowScope,
} from "#narrow/index.ts";
import { createNarrowLookup, type ViewerContext } from "./narrow-lookup.ts";
import type { MessageViewer } from "#modules/messages/core/message-viewer.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";

/**
 * Returns a query for the conversations to search: those in which the viewer received messages, or the channels with
 * shared history to which the narrow is restricted. `only` is an additional condition on `recipient_id`. The columns
 * are those of `mine` in matching-ids.ts.
 */
type ConversationsQuery = (only: RawBuilder<boolean>) => RawBuilder<unknown>;

/** A narrow, and the conversations in which the viewer can search. */
export interface MessageSearch {
  readonly db: Reader;
  readonly viewer: MessageViewer;
  readonly narrow: Narrow;
  /** `null` if the narrow names a channel that the viewer cannot read. */
  readonly conversations: ConversationsQuery | null;
  /** True if the search finds only messages that the viewer received. */
  readonly isReceivedOnly: boolean;
  readonly scope: NarrowScope;
}

/**
 * Prepares a search: resolves the names in the narrow for the viewer.
 * @throws BadNarrow, BadNarrowCombination, InvalidParameter
 */
export async function prepareSearch(
  context: ViewerContext,
  terms: NarrowTerms,
  options?: NarrowOptions,
): Promise<MessageSearch> {
  const { viewer } = context;
  const scope: NarrowScope = {
    userId: viewer.id,
    lookup: createNarrowLookup(context),
    columns: narrowColumns(viewer.id),
    emptyTopicName: EMPTY_TOPIC_NAME,
  };
  const narrow = await resolveNarrow(terms, scope, options);
  const history = narrow.isPersonal ? null : sharedHistoryQuery(viewer, narrow);
  const isForbidden = narrow.bounds.channel?.isReadable === false;
  const conversations = history ?? ((only) => receivedConversationsInSql(viewer, only));
  return {
    db: context.db,
    viewer,
    narrow,
    conversations: isForbidden ? null : conversations,
    isReceivedOnly: history === null,
    scope,
  };
}

/** Returns the search, restricted to messages that the viewer received. */
export const restrictToReceived = (search: MessageSearch): MessageSearch => ({
  ...search,
  isReceivedOnly: true,
  conversations: search.conversations && ((only) => receivedConversationsInSql(search.viewer, only)),
});

/**
 * Returns the search, restricted to unread messages. Muted messages are excluded, unless the narrow names a channel or
 * direct messages.
 */
export async function restrictToUnread(search: MessageSearch): Promise<MessageSearch> {
  const { narrow, scope } = search;
  const { bounds } = narrow;
  const heedsMutes = bounds.channel === undefined && bounds.kind !== "direct";
  const home = heedsMutes ? await isNotMuted(scope) : null;
  return {
    ...restrictToReceived(search),
    narrow: {
      ...narrow,
      conversations: home?.of === "conversation" ? sql`${narrow.conversations} and ${home.sql}` : narrow.conversations,
      messageTerms: [
        ...narrow.messageTerms,
        ...(home?.of === "message" ? [home] : []),
        { sql: scope.columns.unread, kind: "unread" },
      ],
      bounds: { ...bounds, personal: [...bounds.personal, "unread"] },
    },
  };
}

/**
 * If the narrow is restricted to channels with shared history, returns the query for these channels. Otherwise, and for
 * a guest's search in all public channels, returns null.
 */
function sharedHistoryQuery(
  { role, realmId, isSpectator }: MessageViewer,
  { bounds }: Narrow,
): ConversationsQuery | null {
  const { channel, channels } = bounds;
  const all =
    (condition: RawBuilder<boolean>): ConversationsQuery =>
    (only) =>
      sql`
    select recipient_id, id as channel_id, 0::bigint as from_id, 9223372036854775807 as to_id, 0::bigint as read_up_to,
      false as is_subscribed
    from channel where ${condition} and ${only}`;
  if (channel?.isReadable && channel.isHistoryShared) return all(sql`id = ${channel.id}`);
  if (channels === undefined || (isGuest(role) && !isSpectator)) return null;
  return all(sql`realm_id = ${realmId} and ${isOpenInSql[channels]}`);
}

/** Returns the columns to which a narrow's conditions refer, as they are named in the queries of matching-ids.ts. */
function narrowColumns(userId: number): NarrowColumns {
  // Because of `offset 0`, the flag is looked up for each message. Otherwise PostgreSQL plans `not exists` as a join
  // that reads all of the user's flags for each message: it assumes that this user has as few flags as the average user.
  const flagged = (bits: number) => sql<boolean>`exists (
    select from message_flag as own
    where own.user_id = ${userId} and own.message_id = message.id and own.flags & ${sql.lit(bits)} <> 0 offset 0
  )`;
  const byName = flagged(messageFlags.mentioned | messageFlags.topic_wildcard_mentioned);
  return {
    recipientId: sql`conversation.recipient_id`,
    channelId: sql`conversation.channel_id`,
    isOpen: isOpenInSql,
    starred: flagged(messageFlags.starred),
    alerted: flagged(messageFlags.has_alert_word),
    mentioned: sql`(${byName} or (message.mentions_channel and mine.recipient_id is not null))`,
    unread: isUnreadAmongManyInSql(userId),
  };
}
