import type { Write } from "@parlance/kernel/http/context.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { markRead } from "#modules/messages/read-state/actions/mark/mark-read.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";
import type { MoveRequest } from "../move-request.ts";
import type { PlannedMove, TopicLocation } from "../planned-move.ts";
import { topicHref } from "@parlance/markdown/urls.ts";

/** The moved share of a topic: all of it, or a number of messages. */
type MoveExtent = { readonly isComplete: true } | { readonly isComplete: false; readonly count: number };

/** A silent mention, which names a user without notifying the user. */
type MentionText = string;

type MoveEndpoints = Pick<PlannedMove, "from" | "to">;

/** The notice in the topic that messages were moved from. */
function movedAwayText(extent: MoveExtent, { from, to }: MoveEndpoints, by: MentionText): string {
  const where = `to ${otherTopicText(to, from)} by ${by}.`;
  if (extent.isComplete) return `This topic was moved ${where}`;
  return extent.count === 1
    ? `A message was moved from this topic ${where}`
    : `${extent.count} messages were moved from this topic ${where}`;
}

/** The notice in the topic that messages were moved to. `first` is the first of them. */
function movedHereText(extent: MoveExtent, { from, to }: MoveEndpoints, by: MentionText, first: number): string {
  const where = `moved here from ${otherTopicText(from, to)} by ${by}.`;
  if (extent.isComplete) return `This topic was ${where}`;
  return extent.count === 1
    ? `[A message](${topicHref(to.channel, to.topic)}/near/${first}) was ${where}`
    : `${extent.count} messages were ${where}`;
}

/**
 * A link, unless it leads to another channel that is private, whose existence must not be revealed to the notice's
 * readers.
 */
const otherTopicText = (other: TopicLocation, here: TopicLocation): string =>
  other.channel.invite_only && other.channel.id !== here.channel.id ? "a private channel" : linkTo(other);

/** Text that cannot be part of a link by name, because it would end the link or turn it into a link to a message. */
const UNLINKABLE_CHARACTERS = /[*\n]|@\d+$/;

function linkTo({ channel, topic }: TopicLocation): string {
  if (!UNLINKABLE_CHARACTERS.test(topic)) return `#**${channel.name}>${topic}**`;
  return `[${stripMarkup(`#${channel.name} > ${topic}`)}](${topicHref(channel, topic)})`;
}

/** Removes markup that would mention users or end the text of a link. */
const stripMarkup = (text: string): string => text.replace(/[*`[\]\n]/g, "");

interface NoticeOptions extends Pick<MoveRequest, "notifyOld" | "notifyNew"> {
  /** True if no messages are left in the topic. */
  readonly isComplete: boolean;
}

/**
 * Posts notices by the notification bot about the move in the old and the new topic, as requested. The notices are
 * marked as read for the actor, whose read state must be locked. Posts nothing if only the topic's spelling changes.
 */
export async function postMoveNotices(ctx: Write, relocation: PlannedMove, wanted: NoticeOptions): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { ids, from, to, changesChannel } = relocation;
  if (!changesChannel && topicKey(from.topic) === topicKey(to.topic)) return;
  const { notifyOld, notifyNew, isComplete } = wanted;
  if (!notifyOld && !notifyNew) return;
  const extent: MoveExtent = isComplete ? { isComplete } : { isComplete, count: ids.length };
  const by = await loadSilentMention(tx, actor.id);
  const readBy = [actor.id];
  const notices: Notice[] = [];
  if (notifyNew) {
    const content = movedHereText(extent, relocation, by, ids[0] ?? 0);
    notices.push({ to: { channelId: to.channel.id, topic: to.topic }, content, readBy });
  }
  if (notifyOld) {
    const content = movedAwayText(extent, relocation, by);
    notices.push({ to: { channelId: from.channel.id, topic: from.topic }, content, readBy });
  }
  const emptied = isComplete ? [{ channelId: from.channel.id, topic: from.topic }] : [];
  const posted = await postNotices(tx, { realm, now }, notices, { emptied });
  await markRead(tx, actor.id, posted);
}
