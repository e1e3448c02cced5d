import type { Write } from "#kernel/http/context.ts";
import { postNotices, type Notice } from "#modules/messages/send/actions/post-notices.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { markRead } from "#modules/messages/read-state/actions/mark/mark-read.ts";
import { silentMention } from "#modules/users/core/silent-mention.ts";
import type { Move } from "../move-request.ts";
import { arrivalText, departureText, type Extent } from "../notices.ts";
import type { Relocation } from "../planned-move.ts";

interface Wanted extends Pick<Move, "notifyOld" | "notifyNew"> {
  /** Whether nothing is left of the topic. */
  readonly isComplete: boolean;
}

/**
 * Lets the notification bot say in the topics what was moved where, as far as that is wanted. The mover need not read it;
 * their read state must be locked. If the topic is the same one in another spelling, there is nothing to say.
 */
export async function postMoveNotices(ctx: Write, relocation: Relocation, wanted: Wanted): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { ids, from, to, changesChannel } = relocation;
  if (!changesChannel && topicKey(from.topic) === topicKey(to.topic)) return;
  const { notifyOld, notifyNew, isComplete } = wanted;
  if (!notifyOld && !notifyNew) return;
  const extent: Extent = isComplete ? { isComplete } : { isComplete, count: ids.length };
  const by = await silentMention(tx, actor.id);
  const readBy = [actor.id];
  const notices: Notice[] = [];
  if (notifyNew) {
    const content = arrivalText(extent, relocation, by, ids[0] ?? 0);
    notices.push({ to: { channelId: to.channel.id, topic: to.topic }, content, readBy });
  }
  if (notifyOld) {
    const content = departureText(extent, relocation, by);
    notices.push({ to: { channelId: from.channel.id, topic: from.topic }, content, readBy });
  }
  const emptied = isComplete ? [{ channelId: from.channel.id, topic: from.topic }] : [];
  const posted = await postNotices(tx, { realm, now }, notices, { emptied });
  await markRead(tx, actor.id, posted);
}
