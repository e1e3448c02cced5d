import { difference } from "@parlance/contract/state/list-operations.ts";
import type { Audience } from "@parlance/kernel/events/audience.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { isPublic } from "@parlance/contract/rules/channel-access.ts";
import { placeholderEmail } from "#modules/users/core/email-addresses.ts";
import { displayRecipients } from "../core/message-users.ts";
import type { NewMessage } from "./message-draft.ts";
import type { SharedMessage, StoredMessageEvent } from "./events.ts";
import type { SendContext } from "./context/send-context.ts";
import { isMeMessage } from "#modules/messages/conversations/message-text.ts";

/** The organization to which messages are sent, and the time. */
export interface RealmAndTime {
  readonly realm: RealmContext;
  readonly now: Date;
}

const unixSeconds = (date: Date) => Math.floor(date.getTime() / 1000);

/**
 * Returns the audience of a new message: the channel's subscribers and mentioned bots, and the event queues for all
 * public channels if the channel is public; or the members of the direct message conversation.
 */
export function newMessageAudience(realmId: number, { draft }: NewMessage, facts: SendContext): Audience {
  const { to } = draft;
  if (to.kind === "direct") return { realmId, users: to.userIds };
  const channel = facts.channels.get(to.channelId);
  const bots = facts.concerned.get(draft)?.summonedBots ?? [];
  return {
    realmId,
    channel: to.channelId,
    ...(bots.length > 0 ? { users: bots } : {}),
    ...(channel && isPublic(channel) && { publicStreams: true as const }),
  };
}

/** Creates the event about a new message as it is stored in the event log. */
export function newMessageEvent(
  at: RealmAndTime,
  message: NewMessage,
  facts: SendContext,
  guestsInTheDark: readonly number[] = [],
): StoredMessageEvent {
  const { draft } = message;
  const { mentioned = [], topicParticipants = [], alerted = [], mutedBy = [] } = facts.concerned.get(draft) ?? {};
  return {
    type: "message",
    message: sharedMessage(at, message, facts),
    content: draft.content,
    rendered_content: draft.rendered.html,
    gravatar: facts.users.get(draft.senderId)?.gravatar ?? false,
    channel_wildcard: draft.to.kind === "channel" && draft.rendered.mentions.channelWildcard,
    readers: {
      read: [...draft.readBy, ...mutedBy],
      mentioned,
      topic_wildcard_mentioned: topicParticipants,
      has_alert_word: alerted,
    },
    ...(draft.unreadBy && { unread_by: difference(draft.unreadBy, mutedBy) }),
    ...(guestsInTheDark.length === 0
      ? {}
      : { unknown_sender: { to: guestsInTheDark, email: placeholderEmail(draft.senderId, at.realm) } }),
    echo: draft.echo ?? null,
  };
}

function sharedMessage(
  { realm, now }: RealmAndTime,
  { id, recipientId, draft, widget }: NewMessage,
  facts: SendContext,
): SharedMessage {
  const sender = facts.users.get(draft.senderId);
  if (!sender) throw new Error(`message ${id} has no sender`);
  return {
    id,
    ...destination(draft.to, facts),
    recipient_id: recipientId,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.subdomain,
    avatar_url: sender.avatar_url,
    client: draft.client,
    timestamp: unixSeconds(now),
    is_me_message: isMeMessage(draft.content),
    topic_links: [...draft.topicLinks],
    reactions: [],
    submessages: widget ? [widget] : [],
  };
}

function destination(to: NewMessage["draft"]["to"], { channels, users }: SendContext) {
  if (to.kind === "channel") {
    const name = channels.get(to.channelId)?.name ?? "";
    return {
      type: "stream" as const,
      subject: to.topic,
      stream_id: to.channelId,
      display_recipient: name,
    };
  }
  const display = displayRecipients(to.userIds.flatMap((id) => users.get(id) ?? []));
  return { type: "private" as const, subject: "", display_recipient: display };
}
