import { sql } from "kysely";
import type { Tx } from "#kernel/db/types.ts";
import type { Occasion } from "@parlance/contract/notices/decision.ts";

/** Of how many messages one letter, or letters that go out together, may tell. */
const MOST = 500;

/** A message of which a letter is to tell. */
export interface ToMail {
  readonly id: number;
  readonly occasion: Occasion;
  readonly groupId: number | null;
}

/**
 * Takes what somebody is still to be told of by letters, the oldest first and at most 500: nobody else takes it again. The
 * organization's notices must be locked.
 */
export async function takeToMail(
  tx: Tx,
  userId: number,
): Promise<{ readonly told: ToMail[]; readonly isAll: boolean }> {
  const { rows } = await sql<ToMail & { is_ended: boolean }>`
    with taken as (
      select user_id, message_id from notice where user_id = ${userId} and is_to_mail order by message_id limit ${MOST}
    )
    update notice set is_to_mail = false from taken
    where notice.user_id = taken.user_id and notice.message_id = taken.message_id
    returning notice.message_id as id, occasion, group_id as "groupId", ended_at is not null as is_ended`.execute(tx);
  const told = rows.filter(({ is_ended }) => !is_ended).sort((a, b) => a.id - b.id);
  return { told, isAll: rows.length < MOST };
}
