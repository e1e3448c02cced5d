import { type RawBuilder, sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Carrier } from "@parlance/contract/notifications/notification-decision.ts";
import { type EndedNotification, MAX_RETRACTED } from "../notification.ts";

interface EndedRow {
  readonly user_id: number;
  readonly message_id: number;
  readonly by_phone: boolean;
  readonly by_browser: boolean;
}

/** Identifies a notification by its user and its message. */
export type NotificationKey = Pick<EndedNotification, "userId" | "messageId">;

/**
 * Ends notifications. Returns the newest of those on phones, and of those only in browsers: up to `MAX_RETRACTED` of
 * each per user.
 */
export async function endNotifications(
  tx: Tx,
  now: Date,
  keys: readonly NotificationKey[],
): Promise<EndedNotification[]> {
  if (keys.length === 0) return [];
  return endMatching(
    tx,
    sql`
      update notice set ended_at = ${now} from unnest(
        ${keys.map(({ userId }) => userId)}::int[], ${keys.map(({ messageId }) => messageId)}::bigint[]
      ) as gone (user_id, message_id)
      where notice.user_id = gone.user_id and notice.message_id = gone.message_id and ended_at is null
      returning notice.*`,
  );
}

/** Ends all notifications of these users. Returns the same as `endNotifications`. */
export async function endAllNotifications(tx: Tx, now: Date, userIds: readonly number[]): Promise<EndedNotification[]> {
  if (userIds.length === 0) return [];
  return endMatching(
    tx,
    sql`
      update notice set ended_at = ${now} where user_id = any(${userIds}::int[]) and ended_at is null
      returning notice.*`,
  );
}

/**
 * Runs an update that ends notifications. A user may read thousands of messages at once, so only the notifications that
 * a transport retracts are returned from the database.
 */
async function endMatching(tx: Tx, update: RawBuilder<unknown>): Promise<EndedNotification[]> {
  const { rows } = await sql<EndedRow>`
    with ended as (${update}), numbered as (
      select *, row_number() over (partition by user_id, by_phone order by message_id desc) as nth
      from ended where by_phone or by_browser
    )
    select user_id, message_id, by_phone, by_browser from numbered where nth <= ${MAX_RETRACTED}`.execute(tx);
  return rows.map(toEndedNotification);
}

const toEndedNotification = ({ user_id, message_id, by_phone, by_browser }: EndedRow): EndedNotification => {
  const carriers: Carrier[] = [];
  if (by_phone) carriers.push("phone");
  if (by_browser) carriers.push("browser");
  return { userId: user_id, messageId: message_id, carriers };
};
