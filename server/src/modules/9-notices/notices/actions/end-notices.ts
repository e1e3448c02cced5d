import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Carrier } from "@parlance/contract/notices/decision.ts";
import type { Gone } from "../notice.ts";

interface EndedRow {
  readonly user_id: number;
  readonly message_id: number;
  readonly by_phone: boolean;
  readonly by_browser: boolean;
}

/** Which notice: whose, and of what. */
export type NoticeKey = Pick<Gone, "userId" | "messageId">;

/** Ends notices, and returns those that there were. */
export async function endNotices(tx: Tx, now: Date, keys: readonly NoticeKey[]): Promise<Gone[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<EndedRow>`
    update notice set ended_at = ${now} from unnest(
      ${keys.map(({ userId }) => userId)}::int[], ${keys.map(({ messageId }) => messageId)}::bigint[]
    ) as gone (user_id, message_id)
    where notice.user_id = gone.user_id and notice.message_id = gone.message_id and ended_at is null
    returning notice.user_id, notice.message_id, by_phone, by_browser`.execute(tx);
  return rows.map(goneOf);
}

/** Ends all notices of these people. */
export async function endAllNotices(tx: Tx, now: Date, userIds: readonly number[]): Promise<Gone[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<EndedRow>`
    update notice set ended_at = ${now} where user_id = any(${userIds}::int[]) and ended_at is null
    returning user_id, message_id, by_phone, by_browser`.execute(tx);
  return rows.map(goneOf);
}

const goneOf = ({ user_id, message_id, by_phone, by_browser }: EndedRow): Gone => {
  const by: Carrier[] = [];
  if (by_phone) by.push("phone");
  if (by_browser) by.push("browser");
  return { userId: user_id, messageId: message_id, by };
};
