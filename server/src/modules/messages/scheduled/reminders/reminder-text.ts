import { topicHref } from "@parlance/markdown/urls.ts";
import { EMPTY_TOPIC_NAME } from "#modules/messages/conversations/message-text.ts";
import { silently, type Named } from "#modules/users/core/silent-mention.ts";

/** A message that somebody wants to be reminded of, as they see it. */
export interface Target {
  readonly id: number;
  readonly content: string;
  /** Null: the reader may not know who. */
  readonly sender: Named | null;
  readonly place:
    | { readonly channel: { readonly id: number; readonly name: string }; readonly topic: string }
    /** The people of a direct conversation. */
    | { readonly userIds: readonly number[] };
}

/**
 * What the notification bot writes when it is time. `url`: where the organization is reached; `target`: null where its
 * reader may not read it any more. What the message says comes last, because a long text is cut at its end.
 */
export function reminderText(url: string, target: Target | null, note: string): string {
  const noted = note === "" ? [] : ["Note:", quote(note)];
  if (!target) return ["You requested a reminder for a message that you can no longer read.", ...noted].join("\n\n");
  return [`You requested a reminder for ${placeName(url, target)}.`, ...noted, saying(url, target)].join("\n\n");
}

/** What cannot stand in a link by names: it would end there. */
const UNNAMABLE = /[*\n]/;

function placeName(url: string, target: Target): string {
  const { id, place } = target;
  if (!("channel" in place)) return "the following direct message";
  const { channel, topic } = place;
  if (!UNNAMABLE.test(`${channel.name}${topic}`)) return `#**${channel.name}>${topic}@${id}**`;
  const name = `#${channel.name} > ${topic === "" ? EMPTY_TOPIC_NAME : topic}`.replace(/[*`[\]\n]/g, "");
  return `[${name}](${addressOf(url, target)})`;
}

function addressOf(url: string, { id, place }: Target): string {
  const conversation =
    "channel" in place ? topicHref(place.channel, place.topic) : `/#narrow/dm/${place.userIds.join(",")}-dm`;
  return `${url}${conversation}/near/${id}`;
}

function saying(url: string, target: Target): string {
  const { sender, content } = target;
  const who = sender ? silently(sender) : "Unknown user";
  const link = addressOf(url, target);
  if (/^\/poll(?!\S)/.test(content)) return `${who} [sent](${link}) a poll.`;
  if (/^\/todo(?!\S)/.test(content)) return `${who} [sent](${link}) a todo list.`;
  return `${who} [said](${link}):\n${quote(content)}`;
}

const RUNS = /`{3,}/g;

/** In a fence that nothing in the text can end. */
function quote(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(RUNS), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}quote\n${text}\n${fence}`;
}
