import { render } from "@parlance/markdown/index.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { lockPosition } from "@parlance/kernel/events/event-log.ts";
import { findTopicLinks } from "#modules/organizations/linkifiers/matching/topic-links.ts";
import { type SystemBotName, loadSystemBotIds } from "#modules/organizations/core/system-realm.ts";
import { INTERNAL_CLIENT } from "../bot-message-draft.ts";
import type { RealmAndTime } from "../new-message-event.ts";
import { loadReferences } from "#modules/messages/render/load-references.ts";
import type { EmptiedTopic } from "#modules/messages/render/rendering-options.ts";
import { normalizeContent } from "#modules/messages/conversations/message-text.ts";
import { sendMessages } from "./send-messages.ts";

/** A message that the server itself posts. */
export interface Notice {
  /** The system bot that posts the notice. The default is the notification bot. */
  readonly from?: SystemBotName;
  /** A topic of a channel, or the user who receives a direct message. */
  readonly to: { readonly channelId: number; readonly topic: string } | { readonly userId: number };
  readonly content: string;
  /** Ids of users for whom the notice is read from the start, because they know its content. */
  readonly readBy?: readonly number[];
  /** If this is given, the notice is unread for these users and read for all other users. See `MessageDraft`. */
  readonly unreadBy?: readonly number[];
}

/**
 * Posts notices as messages of a system bot, in the transaction that makes the change they are about. Returns the
 * messages' ids. Call it late in the transaction, because it locks the organization's log position. If the notices
 * contain texts by users, `viewer` is the user who caused the notices; the texts cannot link to channels that this user
 * cannot see. `emptied` lists topics from which all messages have just been moved.
 */
export async function postNotices(
  tx: Tx,
  at: RealmAndTime,
  notices: readonly Notice[],
  { viewer = null, emptied = [] }: { readonly viewer?: Actor | null; readonly emptied?: readonly EmptiedTopic[] } = {},
): Promise<readonly number[]> {
  if (notices.length === 0) return [];
  const bots = await loadSystemBotIds(tx);
  const contents = notices.map(({ content }) => normalizeContent(content));
  const lookups = await loadReferences(tx, { realmId: at.realm.id, realmUrl: at.realm.url, viewer, emptied }, contents);
  const drafts = notices.map(({ from = "notification-bot", to, readBy = [], unreadBy }, index) => {
    const content = contents[index] ?? "";
    const senderId = bots[from];
    return {
      senderId,
      to:
        "userId" in to
          ? { kind: "direct" as const, userIds: [senderId, to.userId] }
          : { kind: "channel" as const, channelId: to.channelId, topic: to.topic },
      topicLinks: "userId" in to ? [] : findTopicLinks(lookups.linkifiers ?? [], to.topic),
      content,
      rendered: render(content, lookups),
      client: INTERNAL_CLIENT,
      readBy: [senderId, ...readBy],
      unreadBy,
    };
  });
  await lockPosition(tx, at.realm.id);
  return (await sendMessages(tx, at, drafts)).map(({ id }) => id);
}
