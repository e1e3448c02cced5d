import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Notice, Telling } from "#modules/notifications/core/notification.ts";

/** Notes what people are told of, and returns that without what they are being told of already. */
export async function storeNotices(tx: Tx, { realm, now }: Telling, notices: readonly Notice[]): Promise<Notice[]> {
  if (notices.length === 0) return [];
  const column = <T>(of: (notice: Notice) => T): T[] => notices.map(of);
  const { rows } = await sql<{ user_id: number; message_id: number }>`
    insert into notice (user_id, message_id, realm_id, occasion, group_id, by_phone, by_browser, by_mail, is_to_mail, created_at)
    select user_id, message_id, ${realm.id}, occasion, group_id, phone, browser, mail, mail, ${now}::timestamptz
    from unnest(
      ${column(({ userId }) => userId)}::int[], ${column(({ messageId }) => messageId)}::bigint[],
      ${column(({ occasion }) => occasion)}::text[], ${column(({ groupId }) => groupId)}::int[],
      ${column(({ by }) => by.includes("phone"))}::bool[], ${column(({ by }) => by.includes("browser"))}::bool[],
      ${column(({ by }) => by.includes("mail"))}::bool[]
    ) as new (user_id, message_id, occasion, group_id, phone, browser, mail)
    on conflict (user_id, message_id) do update set
      occasion = excluded.occasion, group_id = excluded.group_id, by_phone = excluded.by_phone,
      by_browser = excluded.by_browser, is_to_mail = excluded.is_to_mail, by_mail = excluded.by_mail,
      created_at = excluded.created_at, ended_at = null
    where notice.ended_at is not null
    returning user_id, message_id`.execute(tx);
  const stored = new Set(rows.map(({ user_id, message_id }) => `${user_id} ${message_id}`));
  return notices.filter(({ userId, messageId }) => stored.has(`${userId} ${messageId}`));
}
