import { sql } from "kysely";
import { isOneOf } from "@parlance/kernel/db/id-list.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { unpackExceptions } from "./storage/packed-exceptions.ts";
import { sendNow } from "@parlance/kernel/db/transaction.ts";

interface UserMessageKey {
  readonly userId: number;
  readonly messageId: number;
}

/** What new messages are to those whom they concern in particular. */
export interface NewUserMessageRows {
  /** Bits of `message_flag`. */
  readonly flags: readonly (UserMessageKey & { readonly bits: number })[];
  /** Exceptions for those who are to read what others need not. */
  readonly unread: readonly UserMessageKey[];
}

/** Marks messages that nobody has marked yet. Nobody has to wait: all is sent when this returns. */
export function insertUserMessageRows(tx: Tx, { flags, unread }: NewUserMessageRows): void {
  if (flags.length > 0) {
    void sendNow(
      tx,
      sql`
      insert into message_flag (user_id, message_id, flags)
      select * from unnest(
        ${flags.map(({ userId }) => userId)}::int[], ${flags.map(({ messageId }) => messageId)}::bigint[],
        ${flags.map(({ bits }) => bits)}::int[]
      )`,
    );
  }
  if (unread.length === 0) return;
  void sendNow(
    tx,
    sql`
    insert into unread_exception (user_id, message_id)
    select * from unnest(
      ${unread.map(({ userId }) => userId)}::int[], ${unread.map(({ messageId }) => messageId)}::bigint[]
    )`,
  );
}

/** Takes away all that people marked messages with, and tells nobody. They must be locked by `lockUserMessageRows`. */
export async function deleteUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const isGone = isOneOf(sql`message_id`, messageIds);
  await sql`delete from message_flag where ${isGone}`.execute(tx);
  await sql`delete from unread_exception where ${isGone}`.execute(tx);
}

/**
 * Locks what people marked messages with. What they are changing just now is waited for before the position is taken,
 * because they will ask for it too. Each exception is a row of `unread_exception` from then on.
 */
export async function lockUserMessageRows(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const table of ["message_flag", "unread_exception"] as const) {
    await sql`
      select from ${sql.table(table)} where ${isOneOf(sql`message_id`, messageIds)}
      order by message_id, user_id for update`.execute(tx);
  }
  // Last: what was packed while others were waited for is seen by this statement.
  await unpackExceptions(tx, messageIds);
}
