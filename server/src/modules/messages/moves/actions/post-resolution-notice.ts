import { sql } from "kysely";
import type { Write } from "@parlance/kernel/http/context.ts";
import type { MessagesToDelete } from "#modules/messages/deletions/actions/delete-messages.ts";
import { postNotices } from "#modules/messages/send/actions/post-notices.ts";
import { topicKey } from "#modules/messages/conversations/message-text.ts";
import { loadSystemBotIds } from "#modules/organizations/core/system-realm.ts";
import { loadSilentMention } from "#modules/users/core/silent-mention.ts";
import type { PlannedMove } from "../planned-move.ts";
import type { Resolution } from "../resolution.ts";

/**
 * If a topic's resolution is undone within this time, its notice is deleted. Later, a second notice is posted instead.
 */
const UNDO_SECONDS = 60;

const resolutionText = (who: string, resolution: Resolution) => `${who} has marked this topic as ${resolution}.`;

/**
 * Posts a notice that a topic was resolved or unresolved. The notice is unread for `readers`, and read for all other
 * users.
 */
export async function postResolutionNotice(
  ctx: Write,
  relocation: PlannedMove,
  readers: readonly number[],
): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { to, resolution } = relocation;
  if (resolution === null) return;
  const content = resolutionText(await loadSilentMention(tx, actor.id), resolution);
  const place = { channelId: to.channel.id, topic: to.topic };
  await postNotices(tx, { realm, now }, [{ to: place, content, unreadBy: readers }]);
}

/**
 * If this move undoes a recent resolution or unresolution, and its notice is still the last message of the topic,
 * returns the notice, locked. The caller deletes it.
 */
export async function lockNoticeToUndo(
  { tx, now }: Write,
  { messageId, from, resolution }: PlannedMove,
): Promise<MessagesToDelete | null> {
  if (resolution === null) return null;
  const bots = await loadSystemBotIds(tx);
  const { recipient_id, id: channel_id } = from.channel;
  const { rows } = await sql<{ id: number; topic: string }>`
    select id, topic from message
    where id = (
      select id from message where recipient_id = ${recipient_id} and topic_key = ${topicKey(from.topic)}
      order by id desc limit 1
    ) and id <> ${messageId} and sender_id = ${bots["notification-bot"]}
      and sent_at >= ${now}::timestamptz - make_interval(secs => ${UNDO_SECONDS})
      and content like '@\\_**%** has marked this topic as %resolved.'
    for update`.execute(tx);
  const [notice] = rows;
  return notice ? { recipient_id, channel_id, topic: notice.topic, ids: [notice.id] } : null;
}
