import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { formatSilentMention, type NamedUser } from "#modules/users/core/silent-mention.ts";

/** The message of which a reminder reminds, with what the user who set the reminder can see of it. */
export interface ReminderTarget {
  readonly id: number;
  readonly content: string;
  /** `null` if the user cannot see the sender. */
  readonly sender: NamedUser | null;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** Ids of the members of a direct message conversation. */
    | { readonly userIds: readonly number[] };
}

/**
 * Returns the text of a reminder. `url` is the organization's URL. `target` is null if the user can no longer read the
 * message. The quote of the message is last, because too long texts are truncated at their end.
 */
export function reminderText(url: string, target: ReminderTarget | null, note: string): string {
  const noted = note === "" ? [] : ["Note:", quoteInFence(note)];
  if (!target) return ["You requested a reminder for a message that you can no longer read.", ...noted].join("\n\n");
  return [`You requested a reminder for ${messageReference(url, target)}.`, ...noted, quotedMessage(url, target)].join(
    "\n\n",
  );
}

/** Characters that a link in the form `#**channel>topic@id**` cannot contain, because they would end the link. */
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

/**
 * Quotes a text in a fenced block. The fence has more backticks than any run in the text, so that the text cannot end
 * the block.
 */
function quoteInFence(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(BACKTICK_RUNS), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}quote\n${text}\n${fence}`;
}
