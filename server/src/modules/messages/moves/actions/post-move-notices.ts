import type { Write } from "@parlance/kernel/http/context.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { markRead } from "#modules/messages/read-state/actions/mark/mark-read.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";
import type { MoveRequest } from "../move-request.ts";
import type { PlannedMove, TopicLocation } from "../planned-move.ts";
import { topicHref } from "@parlance/markdown/urls.ts";

/** The extent of a move: a whole topic, or a number of its messages. */
type MoveExtent = { readonly isComplete: true } | { readonly isComplete: false; readonly count: number };

/** Markdown of a silent mention: it names a user without notifying the user. */
type MentionText = string;

type MoveEndpoints = Pick<PlannedMove, "from" | "to">;

/** Returns the text of the notice in the topic from which messages were moved. */
function movedAwayText(extent: MoveExtent, { from, to }: MoveEndpoints, by: MentionText): string {
  const where = `to ${otherTopicText(to, from)} by ${by}.`;
  if (extent.isComplete) return `This topic was moved ${where}`;
  return extent.count === 1
    ? `A message was moved from this topic ${where}`
    : `${extent.count} messages were moved from this topic ${where}`;
}

/**
 * Returns the text of the notice in the topic to which messages were moved. `first` is the id of the first moved
 * message.
 */
function movedHereText(extent: MoveExtent, { from, to }: MoveEndpoints, by: MentionText, first: number): string {
  const where = `moved here from ${otherTopicText(from, to)} by ${by}.`;
  if (extent.isComplete) return `This topic was ${where}`;
  return extent.count === 1
    ? `[A message](${topicHref(to.channel, to.topic)}/near/${first}) was ${where}`
    : `${extent.count} messages were ${where}`;
}

/**
 * Returns a link to the other topic. If the other topic is in another channel that is private, returns a text without
 * its name, because readers of the notice might not be allowed to know that the channel exists.
 */
const otherTopicText = (other: TopicLocation, here: TopicLocation): string =>
  other.channel.invite_only && other.channel.id !== here.channel.id ? "a private channel" : linkTo(other);

/**
 * Matches topics that a link in the form `#**channel>topic**` cannot contain: they would end the link, or turn it into
 * a link to a message.
 */
const UNLINKABLE_CHARACTERS = /[*\n]|@\d+$/;

function linkTo({ channel, topic }: TopicLocation): string {
  if (!UNLINKABLE_CHARACTERS.test(topic)) return `#**${channel.name}>${topic}**`;
  return `[${stripMarkup(`#${channel.name} > ${topic}`)}](${topicHref(channel, topic)})`;
}

/** Removes markup that would mention users or end the text of a link. */
const stripMarkup = (text: string): string => text.replace(/[*`[\]\n]/g, "");

interface NoticeOptions extends Pick<MoveRequest, "notifyOld" | "notifyNew"> {
  /** True if no messages are left in the old topic. */
  readonly isComplete: boolean;
}

/**
 * Posts notices about a move in the old and the new topic, as far as the request asks for them. The notices are marked
 * as read for the actor, whose read state must be locked. Posts nothing if the topic only changes in capitalization.
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
