import { sql } from "kysely";
import type { Tx } from "@parlance/kernel/db/types.ts";

interface FlagReplacement {
  /** The bits of `message_flag` to be replaced. Other bits stay unchanged. */
  readonly replaced: number;
  /** The new values of the replaced bits, by user id. The replaced bits are cleared for users who are not listed. */
  readonly bits: ReadonlyMap<number, number>;
}

/**
 * Replaces some of the flags that users have on a message, without emitting an event. The message must be locked by
 * `lockUserMessageRows`.
 */
export async function replaceFlags(tx: Tx, messageId: number, { replaced, bits }: FlagReplacement): Promise<void> {
  const userIds = [...bits.keys()];
  const outdated = sql`
    message_id = ${messageId} and flags & ${replaced}::int <> 0 and user_id <> all(${userIds}::int[])`;
  const others = sql`flags & ~${replaced}::int`;
  await sql`
    with emptied as (delete from message_flag where ${outdated} and ${others} = 0),
    lessened as (update message_flag set flags = ${others} where ${outdated} and ${others} <> 0)
    insert into message_flag (user_id, message_id, flags)
    select user_id, ${messageId}, bits
    from unnest(${userIds}::int[], ${[...bits.values()]}::int[]) as concerned (user_id, bits)
    on conflict (user_id, message_id)
    do update set flags = message_flag.flags & ~${replaced}::int | excluded.flags`.execute(tx);
}
