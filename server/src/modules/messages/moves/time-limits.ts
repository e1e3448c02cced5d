import { sql } from "kysely";
import { isAtLeast } from "@parlance/contract/entities/roles.ts";
import { idList } from "#kernel/db/id-list.ts";
import type { Write } from "#kernel/http/context.ts";
import { isHistorySharedInSql } from "#modules/channels/core/access/visibility-rules.ts";
import { isWithinInSql } from "#modules/channels/core/subscriptions/subscription-periods.ts";
import { realmSettings } from "#modules/organizations/core/queries.ts";
import type { Movable, MovableMessage } from "./actions/lock-for-move.ts";
import { TooLateToChangeChannel, TooLateToChangeTopic, TooLateToMoveAll } from "./errors.ts";
import type { Destination } from "./move-request.ts";

/** What somebody began in time may take so much longer. */
const GRACE_SECONDS = 20;

/**
 * Throws where one of the messages is older than the organization lets people move messages. Moderators, and who is above
 * them, may move them at any time.
 * @throws TooLateToChangeTopic, TooLateToChangeChannel; TooLateToMoveAll where some are not too old
 */
export async function requireWithinTimeLimit(ctx: Write, movable: Movable, to: Destination): Promise<void> {
  const { tx, actor, now } = ctx;
  if (isAtLeast(actor.role, "moderator")) return;
  const settings = await realmSettings(tx, actor.realmId);
  const limits = [
    { limit: settings.move_messages_within_stream_limit_seconds, applies: to.topic !== undefined },
    { limit: settings.move_messages_between_streams_limit_seconds, applies: to.channelId !== undefined },
  ];
  const since = limits.map(({ limit, applies }) =>
    applies && limit !== null ? now.getTime() - (limit + GRACE_SECONDS) * 1000 : Number.NEGATIVE_INFINITY,
  );
  const isYoung = (from: number) => (message: MovableMessage) => message.sentAt >= from;
  const [forTopic = 0, forBoth] = [since[0], Math.max(...since)];
  if (movable.concerned.every(isYoung(forBoth))) return;
  if (to.mode !== "change_one" && movable.concerned.some(isYoung(forBoth))) {
    throw new TooLateToMoveAll(await countYoung(ctx, movable, new Date(forBoth)));
  }
  throw movable.concerned.every(isYoung(forTopic)) ? new TooLateToChangeChannel() : new TooLateToChangeTopic();
}

/** How many of the topic's messages that the actor may read are not too old, and which is the first of them. */
async function countYoung({ tx, actor }: Write, { message, concerned }: Movable, since: Date) {
  const { rows } = await sql<{ total: number; allowed: number; first: number | null }>`
    select count(*) as total, count(*) filter (where sent_at >= ${since}::timestamptz) as allowed,
      min(id) filter (where sent_at >= ${since}::timestamptz) as first
    from message
    where recipient_id = ${message.recipient_id} and topic_key = (
      select topic_key from message as named where named.id = ${message.id}
    ) and (
      (select ${isHistorySharedInSql} from channel where id = ${message.channel_id})
      or id = any(${idList(concerned.map(({ id }) => id))}) or exists (
        select from subscription_period as period
        where period.user_id = ${actor.id} and period.recipient_id = message.recipient_id
          and ${isWithinInSql(sql`message.id`)}
      )
    )`.execute(tx);
  const { total = 0, allowed = 0, first = null } = rows[0] ?? {};
  return {
    first_message_id_allowed_to_move: first,
    total_messages_in_topic: total,
    total_messages_allowed_to_move: allowed,
  };
}
