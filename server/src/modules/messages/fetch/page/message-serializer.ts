import type { Message } from "@parlance/contract/entities/message.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { displayTopic } from "#modules/messages/conversations/message-text.ts";
import { type MessageUser, displayRecipients } from "#modules/messages/core/message-users.ts";
import type { HydratedMessage } from "./hydrate-messages.ts";
import type { MessageAdditions } from "../message-extensions.ts";
import { jsonMembers } from "./shared-message-json.ts";
import type { SearchHighlight } from "../search/search-highlights.ts";

/** The format of messages that the client requests. */
export interface MessageFormat {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly allowEmptyTopicName: boolean;
}

/**
 * Caches of serialized senders: `complete` with all avatar URLs, `shorter` without the URLs that clients can compute.
 * Every change of a sender or of the organization creates a new `MessageUser`, so entries do not become stale.
 */
const senderJsonCache = { complete: new WeakMap<MessageUser, string>(), shorter: new WeakMap<MessageUser, string>() };

/**
 * Serializes the fields of messages that depend on the viewer. Each sender and each conversation is serialized only
 * once.
 */
export class MessageSerializer {
  readonly #realm: RealmContext;
  readonly #form: MessageFormat;
  readonly #senders: WeakMap<MessageUser, string>;
  /** Serialized conversations, by recipient id and topic. */
  readonly #places = new Map<number, Map<string, string>>();

  constructor(realm: RealmContext, form: MessageFormat) {
    this.#realm = realm;
    this.#form = form;
    this.#senders = senderJsonCache[form.clientGravatar ? "shorter" : "complete"];
  }

  /** Returns the end of the message's JSON. The JSON in `SharedMessageJson` is its start. */
  serializeViewerFields(message: HydratedMessage, match?: SearchHighlight): string {
    const flags = message.flags.length === 0 ? "" : `"${message.flags.join('","')}"`;
    const found = match ? `,${jsonMembers(match)}` : "";
    return `,${this.#place(message)},${this.#sender(message)},${this.#additions(message)},"flags":[${flags}]${found}}`;
  }

  /** Returns the topic as the client displays it. Empty for direct messages. */
  displayTopic({ channel, shared }: HydratedMessage): string {
    return channel === null ? "" : displayTopic(shared.topic, this.#form.allowEmptyTopicName);
  }

  #sender({ sender }: HydratedMessage): string {
    const known = this.#senders.get(sender);
    if (known !== undefined) return known;
    const written = jsonMembers({
      sender_id: sender.id,
      sender_email: sender.email,
      sender_full_name: sender.full_name,
      sender_realm_str: this.#realm.subdomain,
      avatar_url: this.#form.clientGravatar && sender.gravatar ? null : sender.avatar_url,
    } satisfies Partial<Message>);
    this.#senders.set(sender, written);
    return written;
  }

  #place(message: HydratedMessage): string {
    const { recipientId, shared } = message;
    const known = this.#places.get(recipientId) ?? new Map<string, string>();
    this.#places.set(recipientId, known);
    const written = known.get(shared.topic) ?? jsonMembers(this.#placeOf(message));
    known.set(shared.topic, written);
    return written;
  }

  #placeOf(message: HydratedMessage): Partial<Message> {
    const { recipientId, channel, members: people, topicLinks } = message;
    const place = { recipient_id: recipientId, subject: this.displayTopic(message), topic_links: [...topicLinks] };
    return channel === null
      ? { ...place, type: "private", display_recipient: displayRecipients(people) }
      : { ...place, type: "stream", stream_id: channel.id, display_recipient: channel.name };
  }

  #additions({ additions, submessages }: HydratedMessage): string {
    if (additions.length + submessages.length === 0) return '"reactions":[],"submessages":[]';
    const { edit_history, reactions = [] }: MessageAdditions = Object.assign(
      {},
      ...additions.map((addition) => addition(this.#form)),
    );
    return jsonMembers({ reactions, submessages, ...(edit_history && { edit_history }) });
  }
}
