import type { Message } from "@parlance/contract/entities/message.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { historyEntry } from "#modules/message-edits/visible-edits.ts";
import { directRecipients } from "./correspondents.ts";
import { shownTopic } from "./events.ts";
import type { HydratedMessage } from "./hydrate.ts";
import { isMeMessage } from "./text.ts";

/** What the reader's program wants. */
export interface Presentation {
  readonly realm: RealmContext;
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly allowEmptyTopicName: boolean;
}

/** A message as its reader receives it. */
export function present(message: HydratedMessage, options: Presentation): Message {
  const { row, sender } = message;
  return {
    id: message.id,
    ...destination(message, options),
    recipient_id: row.recipient_id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: options.realm.subdomain,
    avatar_url: options.clientGravatar && sender.gravatar ? null : sender.avatar_url,
    client: row.client,
    timestamp: row.sent_at,
    content: row.body,
    content_type: options.applyMarkdown ? "text/html" : "text/x-markdown",
    is_me_message: isMeMessage(row.source),
    ...changes(message, options),
    topic_links: [...message.topicLinks],
    reactions: [...message.reactions],
    submessages: [...message.submessages],
    flags: [...message.flags],
  };
}

/** When it was changed, and what it was before. */
function changes({ row, edits }: HydratedMessage, { allowEmptyTopicName }: Presentation) {
  return {
    ...(row.edited_at !== null && { last_edit_timestamp: row.edited_at }),
    ...(row.moved_at !== null && { last_moved_timestamp: row.moved_at }),
    ...(edits.length > 0 && {
      edit_history: edits.toReversed().map((edit) => historyEntry(edit, allowEmptyTopicName)),
    }),
  };
}

function destination(message: HydratedMessage, { allowEmptyTopicName }: Presentation) {
  const { channel, members, row } = message;
  if (!channel) return { type: "private" as const, subject: "", display_recipient: directRecipients(members) };
  return {
    type: "stream" as const,
    stream_id: channel.id,
    subject: shownTopic(row.topic, allowEmptyTopicName),
    display_recipient: channel.name,
  };
}
