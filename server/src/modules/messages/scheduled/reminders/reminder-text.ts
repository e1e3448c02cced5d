import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { formatSilentMention, type NamedUser } from "#modules/users/core/silent-mention.ts";

/** A message that somebody wants to be reminded of, as they see it. */
export interface ReminderTarget {
  readonly id: number;
  readonly content: string;
  /** Null: the reader may not know who. */
  readonly sender: NamedUser | null;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** The people of a direct conversation. */
    | { readonly userIds: readonly number[] };
}

/**
 * What the notification bot writes when it is time. `url`: where the organization is reached; `target`: null where its
 * reader may not read it any more. What the message says comes last, because a long text is cut at its end.
 */
export function reminderText(url: string, target: ReminderTarget | null, note: string): string {
  const noted = note === "" ? [] : ["Note:", quoteInFence(note)];
  if (!target) return ["You requested a reminder for a message that you can no longer read.", ...noted].join("\n\n");
  return [`You requested a reminder for ${messageReference(url, target)}.`, ...noted, quotedMessage(url, target)].join(
    "\n\n",
  );
}

/** What cannot stand in a link by names: it would end there. */
const UNLINKABLE_CHARACTERS = /[*\n]/;

function messageReference(url: string, target: ReminderTarget): string {
  const { id, place } = target;
  if (!("channel" in place)) return "the following direct message";
  const { channel, topic } = place;
  if (!UNLINKABLE_CHARACTERS.test(`${channel.name}${topic}`)) return `#**${channel.name}>${topic}@${id}**`;
  const name = `#${channel.name} > ${topic === "" ? EMPTY_TOPIC_NAME : topic}`.replace(/[*`[\]\n]/g, "");
  return `[${name}](${messageUrl(url, target)})`;
}

function messageUrl(url: string, { id, place }: ReminderTarget): string {
  const conversation =
    "channel" in place ? topicHref(place.channel, place.topic) : `/#narrow/dm/${place.userIds.join(",")}-dm`;
  return `${url}${conversation}/near/${id}`;
}

function quotedMessage(url: string, target: ReminderTarget): string {
  const { sender, content } = target;
  const who = sender ? formatSilentMention(sender) : "Unknown user";
  const link = messageUrl(url, target);
  if (/^\/poll(?!\S)/.test(content)) return `${who} [sent](${link}) a poll.`;
  if (/^\/todo(?!\S)/.test(content)) return `${who} [sent](${link}) a todo list.`;
  return `${who} [said](${link}):\n${quoteInFence(content)}`;
}

const BACKTICK_RUNS = /`{3,}/g;

/** In a fence that nothing in the text can end. */
function quoteInFence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(BACKTICK_RUNS), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}quote\n${text}\n${fence}`;
}
