import { topicHref } from "@parlance/markdown/urls.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { formatSilentMention, type NamedUser } from "#modules/users/core/silent-mention.ts";

/** The possible reasons for a report, with their wording in the report's text. */
const reasons = {
  spam: "spam",
  harassment: "harassment",
  inappropriate: "inappropriate content",
  norms: "a violation of the community's norms",
  other: "something else",
} as const;

export type Reason = keyof typeof reasons;

/** A reported message and its conversation. */
export interface ReportedMessage {
  readonly id: number;
  readonly sender: NamedUser;
  readonly content: string;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** The members of a direct message conversation. */
    | { readonly people: readonly NamedUser[] };
}

interface Report {
  readonly reporter: NamedUser;
  readonly reason: Reason;
  readonly description: string;
  readonly message: ReportedMessage;
}

/** Maximum number of a conversation's members whose names are in the report. Further members are only counted. */
const MAX_NAMED_USERS = 10;

/**
 * Returns the text of a report for moderators. Texts by users are quoted line by line, so that they can neither end the
 * quote nor mention users. The message is last, because too long reports are truncated at their end.
 */
export function reportText(realm: RealmContext, { reporter, reason, description, message }: Report): string {
  const what = `${formatSilentMention(reporter)} reported ${messageLink(realm, message)} by ${formatSilentMention(message.sender)} as ${reasons[reason]}.`;
  const why = description === "" ? [] : ["Description:", quoteLines(description)];
  return [what, ...why, "Message:", quoteLines(`${conversationName(message)}\n\n${message.content}`)].join("\n\n");
}

function messageLink({ url }: RealmContext, { id, place }: ReportedMessage): string {
  if (!("channel" in place)) return "a direct message";
  return `[a message](${url}${topicHref(place.channel, place.topic)}/near/${id})`;
}

function conversationName({ place }: ReportedMessage): string {
  if ("channel" in place) return `#${place.channel.name} > ${place.topic === "" ? EMPTY_TOPIC_NAME : place.topic}`;
  const named = place.people.slice(0, MAX_NAMED_USERS).map(formatSilentMention).join(", ");
  const others = place.people.length - MAX_NAMED_USERS;
  return `Between ${named}${others > 0 ? ` and ${others} others` : ""}`;
}

const quoteLines = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join("\n");
