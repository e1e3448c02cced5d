import { sql } from "kysely";
import type { Write } from "#kernel/http/context.ts";
import { deleteMessages } from "#modules/message-deletions/actions/delete-messages.ts";
import { postNotices } from "#modules/messages/actions/post-notice.ts";
import { topicKey } from "#modules/messages/text.ts";
import { systemBotIds } from "#modules/realms/system-realm.ts";
import { silentMention } from "#modules/users/mention.ts";
import type { Relocation } from "../relocation.ts";
import type { Resolution } from "../resolution.ts";

/** So long after it a notice is taken back rather than followed by another. */
const UNDO_SECONDS = 60;

const text = (who: string, resolution: Resolution) => `${who} has marked this topic as ${resolution}.`;

/** Lets the notification bot say that a topic is resolved, or not any more; it stays unread only for `readers`. */
export async function postResolution(ctx: Write, relocation: Relocation, readers: readonly number[]): Promise<void> {
  const { tx, actor, realm, now } = ctx;
  const { to, resolution } = relocation;
  if (resolution === null) return;
  const content = text(await silentMention(tx, actor.id), resolution);
  const place = { channelId: to.channel.id, topic: to.topic };
  await postNotices(tx, { realm, now }, [{ to: place, content, unreadBy: readers }]);
}

interface Notice {
  readonly id: number;
  readonly topic: string;
}

/**
 * Deletes the last thing that was said in a topic if it is that the topic was resolved, or not any more, a moment ago, and
 * that is now undone. Returns its id.
 */
export async function withdrawResolution(ctx: Write, { messageId, from, resolution }: Relocation) {
  const { tx, now } = ctx;
  if (resolution === null) return null;
  const bots = await systemBotIds(tx);
  const { recipient_id, id: channel_id } = from.channel;
  const { rows } = await sql<Notice>`
    select id, topic from (
      select * from message where recipient_id = ${recipient_id} and topic_key = ${topicKey(from.topic)}
      order by id desc limit 1
    ) as newest
    where sender_id = ${bots["notification-bot"]} and id <> ${messageId}
      and sent_at >= ${now}::timestamptz - make_interval(secs => ${UNDO_SECONDS})
      and content like '@\\_**%** has marked this topic as %resolved.'`.execute(tx);
  const [notice] = rows;
  if (!notice) return null;
  const { rows: still } = await sql`select from message where id = ${notice.id} for update`.execute(tx);
  if (still.length === 0) return null;
  await deleteMessages(ctx, { recipient_id, channel_id, topic: notice.topic, ids: [notice.id] });
  return notice.id;
}
