import { topicHref } from "@parlance/markdown/urls.ts";
import type { Place, Relocation } from "./planned-move.ts";

/** What of a topic was moved: all, or so many messages. */
export type Extent = { readonly isComplete: true } | { readonly isComplete: false; readonly count: number };

/** A mention that names somebody without telling them. */
type Mention = string;

type Course = Pick<Relocation, "from" | "to">;

/** What is said in the topic that messages have left. */
export function departureText(extent: Extent, { from, to }: Course, by: Mention): string {
  const where = `to ${otherPlace(to, from)} by ${by}.`;
  if (extent.isComplete) return `This topic was moved ${where}`;
  return extent.count === 1
    ? `A message was moved from this topic ${where}`
    : `${extent.count} messages were moved from this topic ${where}`;
}

/** What is said in the topic that messages have come to; `first` is the first of them. */
export function arrivalText(extent: Extent, { from, to }: Course, by: Mention, first: number): string {
  const where = `moved here from ${otherPlace(from, to)} by ${by}.`;
  if (extent.isComplete) return `This topic was ${where}`;
  return extent.count === 1
    ? `[A message](${topicHref(to.channel, to.topic)}/near/${first}) was ${where}`
    : `${extent.count} messages were ${where}`;
}

/** A link, unless it leads to another channel that is private: readers need not know that it exists. */
const otherPlace = (other: Place, here: Place): string =>
  other.channel.invite_only && other.channel.id !== here.channel.id ? "a private channel" : linkTo(other);

/** What cannot stand in a link by names: it would end there, or be a link to a message. */
const UNNAMABLE = /[*\n]|@\d+$/;

function linkTo({ channel, topic }: Place): string {
  if (!UNNAMABLE.test(topic)) return `#**${channel.name}>${topic}**`;
  return `[${plain(`#${channel.name} > ${topic}`)}](${topicHref(channel, topic)})`;
}

/** Without what would mention somebody, or end the text of a link. */
const plain = (text: string): string => text.replace(/[*`[\]\n]/g, "");
