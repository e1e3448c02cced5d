import type { Message } from "@parlance/contract/entities/message.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { directRecipients } from "./correspondents.ts";
import { isMeMessage, shownTopic } from "#modules/1-ground/conversations/text.ts";
import type { HydratedMessage } from "./hydrate.ts";
import type { Additions } from "./message-parts.ts";

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
  const { edit_history, reactions = [] } = addedTo(message, options);
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
    ...timesOfChanges(message),
    ...(edit_history && { edit_history }),
    topic_links: [...message.topicLinks],
    reactions,
    submessages: [...message.submessages],
    flags: [...message.flags],
  };
}

const addedTo = ({ additions }: HydratedMessage, options: Presentation): Additions =>
  Object.assign({}, ...additions.map((addition) => addition(options))) as Additions;

const timesOfChanges = ({ row }: HydratedMessage) => ({
  ...(row.edited_at !== null && { last_edit_timestamp: row.edited_at }),
  ...(row.moved_at !== null && { last_moved_timestamp: row.moved_at }),
});

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
