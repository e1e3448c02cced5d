import { sql } from "kysely";

/** Joins rows of `message` to rows of `account`: the active people who wrote them, and those who reacted to them. */
export const participantsJoin = sql`
  cross join lateral (
    select message.sender_id as user_id
    union all
    select reaction.user_id from reaction where message.has_reaction and reaction.message_id = message.id
  ) as participant
  join account on account.id = participant.user_id and account.is_active`;
